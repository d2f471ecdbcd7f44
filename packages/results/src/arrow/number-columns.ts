import { Buffer } from "node:buffer";
import { fixedPage } from "../parquet/encode-page.js";
import {
  convertedTypes,
  type ParquetPage,
  type ParquetType,
  physicalTypes,
} from "../parquet/parquet-file.js";
import { addMarkedNumber, kinds } from "../types/column-facts.js";
import { addNumberText } from "../types/number-text.js";
import { type ArrowBatchReader, type ArrowVector, isNullAt } from "./arrow-batch.js";
import type { ArrowField, ArrowType } from "./arrow-schema.js";
import { ArrowColumn } from "./loaded-column.js";

type IntegerType = Extract<ArrowType, { readonly kind: "integer" }>;
type DecimalType = Extract<ArrowType, { readonly kind: "decimal" }>;

/** Maximum number of digits of integers of 64 bits, and the same without a sign. */
const bigintDigits = 19;
const unsignedDigits = 20;
/** Maximum number of digits of an integer of 32 bits. */
const intDigits = 10;
/** Maximum number of digits of decimals that the file has as integers. */
const shortDigits = 18;

/** Integers of any width. */
export class IntegerColumn extends ArrowColumn {
  readonly #bits: number;
  readonly #isSigned: boolean;

  /** @param field - The column, and its type */
  constructor(field: ArrowField, { bits, isSigned }: IntegerType) {
    super(field);
    this.#bits = bits;
    this.#isSigned = isSigned;
  }

  get type(): ParquetType {
    // Unsigned integers of 32 bits are written with 64.
    if (this.#bits < 32 || (this.#bits === 32 && this.#isSigned)) return { physical: physicalTypes.int32 };
    const isWide = this.#bits === 64 && !this.#isSigned;
    return { physical: physicalTypes.int64, ...(isWide && { converted: convertedTypes.unsigned }) };
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    const [values = new Uint8Array()] = vector.buffers;
    if (vector.nullCount < vector.length) this.#addFacts(vector, values);
    const isNarrow = this.type.physical === physicalTypes.int32;
    return fixedPage(this.#widened(values, vector.length), isNarrow ? 4 : 8, vector);
  }

  #addFacts(vector: ArrowVector, values: Uint8Array): void {
    const { facts } = this;
    const isBeyond = this.#bits === 64 && !this.#isSigned && hasHighBit(vector, values);
    facts.kinds |= kinds.number;
    facts.isBeyondBigint ||= isBeyond;
    const wideDigits = isBeyond ? unsignedDigits : bigintDigits;
    const digits = this.#bits < 64 ? intDigits : wideDigits;
    facts.wholeDigits = Math.max(facts.wholeDigits, digits);
    facts.exactWholeDigits = facts.wholeDigits;
  }

  #widened(values: Uint8Array, length: number): Uint8Array {
    if (this.#bits === 64 || (this.#bits === 32 && this.#isSigned)) return values;
    const { buffer, byteOffset } = values;
    if (this.#bits === 32) {
      const wide = new Uint32Array(2 * length);
      const given = new Uint32Array(buffer, byteOffset, length);
      for (let index = 0; index < length; index += 1) wide[2 * index] = given[index] ?? 0;
      return new Uint8Array(wide.buffer);
    }
    return new Uint8Array(Int32Array.from(this.#narrow(values, length)).buffer);
  }

  #narrow({ buffer, byteOffset }: Uint8Array, length: number): ArrayLike<number> {
    if (this.#bits === 8)
      return this.#isSigned
        ? new Int8Array(buffer, byteOffset, length)
        : new Uint8Array(buffer, byteOffset, length);
    return this.#isSigned
      ? new Int16Array(buffer, byteOffset, length)
      : new Uint16Array(buffer, byteOffset, length);
  }
}

function hasHighBit(vector: ArrowVector, values: Uint8Array): boolean {
  for (let index = 0; index < vector.length; index += 1)
    if ((values[8 * index + 7] ?? 0) >= 0x80 && !isNullAt(vector, index)) return true;
  return false;
}

/** The sizes of integers of 128 bits are rounded to doubles. */
const nearlyOne = 1 - 1e-12;

/** Decimals of 128 bits. */
export class DecimalColumn extends ArrowColumn {
  readonly #precision: number;
  readonly #scale: number;
  /** Smaller values have no more digits than those before. */
  #knownBelow = 0;

  /** @param field - The column, and its type */
  constructor(field: ArrowField, { precision, scale }: DecimalType) {
    super(field);
    this.#precision = precision;
    this.#scale = scale;
  }

  get type(): ParquetType {
    const digits = { converted: convertedTypes.decimal, precision: this.#precision, scale: this.#scale };
    return this.#isShort
      ? { physical: physicalTypes.int64, ...digits }
      : { physical: physicalTypes.fixed, length: 16, ...digits };
  }

  get #isShort(): boolean {
    return this.#precision <= shortDigits;
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    const [values = new Uint8Array()] = vector.buffers;
    const words = new Uint32Array(values.buffer, values.byteOffset, vector.length * 4);
    for (let index = 0; index < vector.length; index += 1)
      if (vector.nullCount === 0 || !isNullAt(vector, index)) this.#addFacts(words, 4 * index);
    return this.#isShort ? fixedPage(lowHalves(words), 8, vector) : fixedPage(bigEndian(words), 16, vector);
  }

  /** In JSON, they have all digits of their scale. Only values with more digits than those before add anything. */
  #addFacts(words: Uint32Array, at: number): void {
    const isKnown = sizeOf(words, at) < this.#knownBelow && this.facts.exactFractionDigits === this.#scale;
    if (isKnown) return;
    const value = integerAt(words, at);
    const digits = String(value < 0n ? -value : value).padStart(this.#scale + 1, "0");
    const point = digits.length - this.#scale;
    const fraction = this.#scale === 0 ? "" : `.${digits.slice(point)}`;
    const literal = `${value < 0n ? "-" : ""}${digits.slice(0, point)}${fraction}`;
    addNumberText(this.facts, Buffer.from(literal), { start: 0, end: literal.length });
    this.#knownBelow = Math.max(this.#knownBelow, 10 ** digits.length * nearlyOne);
  }
}

/** Returns the size of an integer of 128 bits. */
function sizeOf(words: Uint32Array, at: number): number {
  const upper = ((words[at + 3] ?? 0) | 0) * 2 ** 96 + (words[at + 2] ?? 0) * 2 ** 64;
  return Math.abs(upper + (words[at + 1] ?? 0) * 2 ** 32 + (words[at] ?? 0));
}

function integerAt(words: Uint32Array, at: number): bigint {
  const upper = (BigInt(words[at + 3] ?? 0) << 32n) | BigInt(words[at + 2] ?? 0);
  const lower = (BigInt(words[at + 1] ?? 0) << 32n) | BigInt(words[at] ?? 0);
  return BigInt.asIntN(128, (upper << 64n) | lower);
}

function lowHalves(words: Uint32Array): Uint8Array {
  const low = new Uint32Array(words.length / 2);
  for (let from = 0, to = 0; from < words.length; from += 4, to += 2) {
    low[to] = words[from] ?? 0;
    low[to + 1] = words[from + 1] ?? 0;
  }
  return new Uint8Array(low.buffer);
}

function bigEndian(words: Uint32Array): Uint8Array {
  const swapped = new Uint32Array(words.length);
  for (let from = 0; from < words.length; from += 4)
    for (let word = 0; word < 4; word += 1) swapped[from + 3 - word] = reversed(words[from + word] ?? 0);
  return new Uint8Array(swapped.buffer);
}

function reversed(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/** Doubles with at most so many digits after the point are compared with integers. */
const maxShownPlaces = 6;
/** The integers below it are exact as doubles, and no two decimals of so many digits are the same double. */
const exactBelow = 1e15;
const powers = Array.from({ length: maxShownPlaces + 1 }, (_unused, places) => 10 ** places);

/** Doubles. In JSON, they are decimals with the fewest digits that identify them. */
export class DoubleColumn extends ArrowColumn {
  #places = 0;
  #greatest = 0;
  #hasNotFinite = false;
  /** Whether some need more digits than a cast of the engine from a double keeps. */
  #hasLong = false;

  get type(): ParquetType {
    return { physical: physicalTypes.double };
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    const [values = new Uint8Array()] = vector.buffers;
    const doubles = new Float64Array(values.buffer, values.byteOffset, vector.length);
    for (let index = 0; index < vector.length; index += 1)
      if (vector.nullCount === 0 || !isNullAt(vector, index)) this.#addDouble(doubles[index] ?? 0);
    return fixedPage(values, 8, vector);
  }

  override value(column: string): string {
    const finite = this.#hasNotFinite ? `CASE WHEN isfinite(${column}) THEN ${column} END` : column;
    return this.#hasLong ? `CAST(${finite} AS VARCHAR)` : finite;
  }

  #addDouble(value: number): void {
    if (!Number.isFinite(value)) {
      // They are null in JSON.
      this.#hasNotFinite = true;
      return;
    }
    const size = Math.abs(value);
    if (Object.is(value, -0)) return this.#addLiteral("-0");
    for (let places = this.#places; places <= maxShownPlaces; places += 1) {
      const power = powers[places] ?? 1;
      const scaled = Math.round(size * power);
      if (scaled >= exactBelow) break;
      if (scaled / power !== size) continue;
      if (size > this.#greatest || this.facts.kinds === 0) this.#addShort(size);
      if (places > this.#places) this.#addPlaces(places);
      return;
    }
    this.#hasLong = true;
    this.#addLiteral(String(value));
  }

  #addLiteral(literal: string): void {
    addMarkedNumber(this.facts, `d${literal}`);
    // It is not marked in the file.
    this.facts.hasMarks = false;
  }

  #addShort(size: number): void {
    const { facts } = this;
    this.#greatest = size;
    facts.kinds |= kinds.number;
    const digits = size < 1 ? 0 : String(Math.trunc(size)).length;
    facts.wholeDigits = Math.max(facts.wholeDigits, digits);
    facts.exactWholeDigits = Math.max(facts.exactWholeDigits, digits);
  }

  #addPlaces(places: number): void {
    const { facts } = this;
    this.#places = places;
    facts.fractionDigits = Math.max(facts.fractionDigits, places);
    facts.exactFractionDigits = Math.max(facts.exactFractionDigits, places);
  }
}
