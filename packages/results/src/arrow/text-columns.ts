import { Buffer } from "node:buffer";
import { textPage } from "../parquet/encode-page.js";
import {
  convertedTypes,
  type ParquetPage,
  type ParquetType,
  physicalTypes,
} from "../parquet/parquet-file.js";
import { kinds } from "../types/column-facts.js";
import { textKind } from "../types/date-text.js";
import { addNumberText } from "../types/number-text.js";
import { type ArrowBatchReader, type ArrowVector, isNullAt } from "./arrow-batch.js";
import type { ArrowField, ArrowType } from "./arrow-schema.js";
import { ArrowColumn, UnsuitedValues } from "./loaded-column.js";

const quote = 34;
const backslash = 92;
const space = 32;

/** Texts of a vector: where each begins, and where the last one ends. */
interface Texts {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

function textsOf({ buffers, length }: ArrowVector): Texts {
  const [offsets = new Uint8Array(), bytes = new Uint8Array()] = buffers;
  // Offsets may be absent if there are no values.
  const count = offsets.length === 0 ? 0 : length + 1;
  return { offsets: new Int32Array(offsets.buffer, offsets.byteOffset, count), bytes };
}

const textType: ParquetType = { physical: physicalTypes.bytes, converted: convertedTypes.utf8 };

/** Options of {@link TextColumn}. */
export interface TextColumnOptions {
  /** Whether days and times among the texts matter. */
  readonly findsTimes: boolean;
}

/** Texts. */
export class TextColumn extends ArrowColumn {
  readonly #findsTimes: boolean;

  /**
   * @param field - The column
   * @param options - What to find out about the texts
   */
  constructor(field: ArrowField, { findsTimes }: TextColumnOptions) {
    super(field);
    this.#findsTimes = findsTimes;
  }

  get type(): ParquetType {
    return textType;
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 3);
    const { offsets, bytes } = textsOf(vector);
    if (this.#findsTimes) this.#addKinds(vector, { offsets, bytes });
    else if (vector.nullCount < vector.length) this.facts.kinds |= kinds.text;
    return textPage(offsets, bytes, vector);
  }

  override json(column: string): string {
    return `to_json(${column})`;
  }

  #addKinds(vector: ArrowVector, { offsets, bytes }: Texts): void {
    const { facts } = this;
    for (let index = 0; index < vector.length && (facts.kinds & kinds.text) === 0; index += 1)
      if (!isNullAt(vector, index))
        facts.kinds |= textKind(bytes, offsets[index] ?? 0, offsets[index + 1] ?? 0);
  }
}

/** Numbers with all of their digits, which are numbers in JSON. */
export class DigitsColumn extends ArrowColumn {
  get type(): ParquetType {
    return textType;
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 3);
    const { offsets, bytes } = textsOf(vector);
    for (let index = 0; index < vector.length; index += 1) {
      if (isNullAt(vector, index)) continue;
      const range = { start: offsets[index] ?? 0, end: offsets[index + 1] ?? 0 };
      // NaN and the infinities are null in JSON.
      if (!addNumberText(this.facts, bytes, range))
        throw new UnsuitedValues(`the column "${this.field.name}" has numbers that JSON does not have`);
    }
    return textPage(offsets, bytes, vector);
  }

  override json(column: string): string {
    return `CAST(${column} AS JSON)`;
  }
}

/** Values that are JSON. They are stored without white space between their parts, as the engine stores JSON. */
export class JsonColumn extends ArrowColumn {
  get type(): ParquetType {
    return textType;
  }

  override get isJson(): boolean {
    return true;
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 3);
    const texts = textsOf(vector);
    const compact = {
      offsets: new Int32Array(texts.offsets.length),
      bytes: new Uint8Array(texts.bytes.length),
    };
    let length = 0;
    for (let index = 0; index < vector.length; index += 1) {
      if (!isNullAt(vector, index)) {
        const [start, end] = [texts.offsets[index] ?? 0, texts.offsets[index + 1] ?? 0];
        const from = length;
        length = copyCompact(texts.bytes, { start, end }, { bytes: compact.bytes, at: length });
        this.#addKind(compact.bytes.subarray(from, length));
      }
      compact.offsets[index + 1] = length;
    }
    return textPage(compact.offsets, compact.bytes, vector);
  }

  override json(column: string): string {
    return `CAST(${column} AS JSON)`;
  }

  #addKind(value: Uint8Array): void {
    const { facts } = this;
    const [first = 0] = value;
    // The letters that `true`, `false` and `null` begin with.
    if (first === 110) throw new UnsuitedValues(`the column "${this.field.name}" has a null that is JSON`);
    if (first === 123 || first === 91) facts.kinds |= kinds.nested;
    else if (first === 116 || first === 102) facts.kinds |= kinds.boolean;
    else if (first === quote) facts.kinds |= textKind(value, 1, value.length - 1);
    else addNumberText(facts, value, { start: 0, end: value.length });
  }
}

/** Copies JSON without white space outside of texts. Returns where the copy ends. */
function copyCompact(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  { bytes: target, at }: { readonly bytes: Uint8Array; readonly at: number },
): number {
  let to = at;
  let isText = false;
  for (let position = start; position < end; position += 1) {
    const byte = bytes[position] ?? 0;
    if (isText) {
      target[to++] = byte;
      if (byte === backslash) {
        position += 1;
        target[to++] = bytes[position] ?? 0;
      } else if (byte === quote) isText = false;
    } else if (byte > space) {
      target[to++] = byte;
      isText = byte === quote;
    }
  }
  return to;
}

/** Lists of texts, numbers or truth values. They are stored as JSON. */
export class ListColumn extends ArrowColumn {
  readonly #item: ArrowType;

  /**
   * @param field - The column
   * @param item - Type of its items
   */
  constructor(field: ArrowField, item: ArrowType) {
    super(field);
    this.#item = item;
  }

  get type(): ParquetType {
    return textType;
  }

  override get isJson(): boolean {
    return true;
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const { node, buffer } = this.field;
    const vector = batch.vector(node, buffer, 2);
    const { offsets: starts } = textsOf(vector);
    const items = batch.vector(node + 1, buffer + 2, this.#item.kind === "text" ? 3 : 2);
    const writer = new ItemWriter(items, this.#item);
    const offsets = new Int32Array(vector.length + 1);
    if (vector.nullCount < vector.length) this.facts.kinds |= kinds.nested;
    for (let index = 0; index < vector.length; index += 1) {
      if (!isNullAt(vector, index)) writer.writeList(starts[index] ?? 0, starts[index + 1] ?? 0);
      offsets[index + 1] = writer.length;
    }
    return textPage(offsets, writer.bytes, vector);
  }

  override json(column: string): string {
    return `CAST(${column} AS JSON)`;
  }
}

/** The JSON of the characters that texts cannot have as they are, by their codes, as the engine writes it. */
const escapes = Array.from({ length: backslash + 1 }, (_unused, code) =>
  JSON.stringify(String.fromCharCode(code))
    .slice(1, -1)
    .replace(/u(....)/, (_escape, digits: string) => `u${digits.toUpperCase()}`),
);
/** Maximum number of bytes of one of them. */
const maxEscape = 6;

/** Writes the JSON of lists. */
class ItemWriter {
  readonly #items: ArrowVector;
  readonly #write: (index: number) => void;
  #buffer: Buffer = Buffer.allocUnsafe(2 ** 16);
  length = 0;

  constructor(items: ArrowVector, type: ArrowType) {
    this.#items = items;
    this.#write = this.#writerOf(type);
  }

  get bytes(): Uint8Array {
    return this.#buffer;
  }

  writeList(from: number, to: number): void {
    this.#writeText("[");
    for (let index = from; index < to; index += 1) {
      if (index > from) this.#writeText(",");
      if (isNullAt(this.#items, index)) this.#writeText("null");
      else this.#write(index);
    }
    this.#writeText("]");
  }

  #writerOf(type: ArrowType): (index: number) => void {
    const [values = new Uint8Array()] = this.#items.buffers;
    const { length } = this.#items;
    switch (type.kind) {
      case "text": {
        const { offsets, bytes } = textsOf(this.#items);
        return (index) => this.#writeQuoted(bytes, offsets[index] ?? 0, offsets[index + 1] ?? 0);
      }
      case "bool":
        return (index) =>
          this.#writeText((((values[index >> 3] ?? 0) >> (index & 7)) & 1) === 1 ? "true" : "false");
      case "double": {
        const doubles = new Float64Array(values.buffer, values.byteOffset, length);
        return (index) => this.#writeText(JSON.stringify(doubles[index]));
      }
      default: {
        const integers = new BigInt64Array(values.buffer, values.byteOffset, length);
        return (index) => this.#writeText(String(integers[index]));
      }
    }
  }

  /** Writes ASCII. */
  #writeText(text: string): void {
    this.#reserve(text.length);
    for (let index = 0; index < text.length; index += 1)
      this.#buffer[this.length + index] = text.charCodeAt(index);
    this.length += text.length;
  }

  #writeQuoted(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve((end - start) * maxEscape + 2);
    const buffer = this.#buffer;
    let at = this.length;
    buffer[at++] = quote;
    for (let position = start; position < end; position += 1) {
      const byte = bytes[position] ?? 0;
      if (byte >= space && byte !== quote && byte !== backslash) buffer[at++] = byte;
      else at += buffer.write(escapes[byte] ?? "", at, "latin1");
    }
    buffer[at++] = quote;
    this.length = at;
  }

  #reserve(size: number): void {
    if (this.length + size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + size));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }
}
