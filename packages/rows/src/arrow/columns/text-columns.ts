import { Buffer, isUtf8 } from "node:buffer";
import { writeJson } from "../../objects/write-json.js";
import { unescaped } from "../../text/json-string.js";
import { parseText } from "../exact/scan-json.js";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { ArrowColumn, type ArrowParts, type TextSource } from "./arrow-column.js";
import { GrowingBytes } from "./growing-bytes.js";

const quote = 0x22;
const backslash = 0x5c;

/** Maximum of an offset, which has 32 bits. */
const maxOffset = 2 ** 31 - 1;

/** Values of different lengths, in one row of bytes. */
abstract class BytesColumn extends ArrowColumn {
  /** The bytes of all values. */
  protected readonly values: GrowingBytes = new GrowingBytes();
  readonly #offsets = new GrowingBytes();

  /** Prepares a column. */
  constructor() {
    super();
    this.#startOffsets();
  }

  get size(): number {
    return this.values.length + this.#offsets.length;
  }

  protected appendEmpty(): void {
    this.#offsets.putInt32(this.values.length);
  }

  /** Ends the value whose bytes have been written. */
  protected endValue(): void {
    this.checkSize();
    this.appendEmpty();
  }

  /** Offsets are 32-bit integers. */
  protected checkSize(): void {
    if (this.values.length > maxOffset)
      throw new ValueMismatch("at most 2 GiB of values in one record batch", undefined, "more");
  }

  /**
   * Makes room for the ends of values.
   *
   * @param count - Number of values
   * @returns Where the ends belong
   */
  protected reserveOffsets(count: number): { readonly view: DataView; readonly start: number } {
    const start = this.#offsets.reserve(count * 4);
    return { view: this.#offsets.view, start };
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#offsets.written(), this.values.written());
    this.values.length = 0;
    this.#startOffsets();
  }

  /** Returns where a value begins; for the number of values, where the last one ends. */
  protected startOf(index: number): number {
    return this.#offsets.view.getInt32(index * 4, true);
  }

  #startOffsets(): void {
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }
}

/** Maximum bytes of a UTF-16 unit as UTF-8. */
const maxBytesPerUnit = 3;
/** A text of at most this many units is copied one by one, as long as they are ASCII. */
const shortText = 24;
const firstNonAscii = 0x80;
/** Maximum number of bytes that are copied one by one. */
const maxCopied = 40;
/** The same for four bytes at a time. */
const maxWords = 128;

/** Options of {@link TextColumn}. */
export interface TextColumnOptions {
  /** Whether values that are not text are refused. Default: they are written as their JSON, as in CSV. */
  readonly isStrict?: boolean;
}

/** Text. */
export class TextColumn extends BytesColumn {
  readonly #isStrict: boolean;

  /** @param options - What else it takes */
  constructor({ isStrict = false }: TextColumnOptions = {}) {
    super();
    this.#isStrict = isStrict;
  }

  protected appendValue(value: unknown): void {
    if (this.#isStrict && typeof value !== "string") throw new ValueMismatch("text", value);
    const text = typeof value === "string" ? value : textOf(value);
    if (text === undefined) throw new ValueMismatch("a value that JSON has", value);
    this.appendText(text);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (source[start] !== quote) {
      if (this.#isStrict) throw new ValueMismatch("text", undefined);
      this.appendBytes(source, start, end);
    } else if (this.#copyText(source, start, end)) this.endValue();
    else this.appendText(parseText(source, start, end));
  }

  /** @param text - A value */
  protected appendText(text: string): void {
    const { length } = text;
    const start = this.values.reserve(length * maxBytesPerUnit);
    const { bytes } = this.values;
    this.values.length = start + (length <= shortText ? copyAscii(text, bytes, start) : 0);
    if (this.values.length === start) this.values.length = start + bytes.write(text, start, "utf8");
    // UTF-8 has no form of half a pair, so the text would change.
    if (this.values.length - start !== length && /\p{Surrogate}/u.test(text))
      throw new ValueMismatch("text of whole characters", text);
    this.endValue();
  }

  /** Copies text of JSON without its escapes; returns whether all of them are of two bytes. */
  #copyText(source: Buffer, start: number, end: number): boolean {
    const first = this.values.reserve(end - start);
    const { bytes } = this.values;
    let to = first;
    for (let at = start + 1; at < end - 1; at += 1) {
      let byte = source[at] ?? 0;
      if (byte === backslash) {
        at += 1;
        byte = unescaped[source[at] ?? 0] ?? 0;
      }
      if (byte === 0) {
        this.values.length = first;
        return false;
      }
      bytes[to] = byte;
      to += 1;
    }
    this.values.length = to;
    return true;
  }

  protected override putUtf8({ source, sourceView }: TextSource, start: number, end: number): void {
    if (sourceView === undefined || end - start > maxWords) {
      this.appendBytes(source, start, end);
      return;
    }
    const to = this.values.reserve(end - start);
    copyWords(sourceView, { start, end, target: this.values.view, to });
    this.endValue();
  }

  protected override putTexts(source: Buffer, ends: Uint32Array): void {
    let size = 0;
    for (let index = 0; index < ends.length; index += 2) size += (ends[index + 1] ?? 0) - (ends[index] ?? 0);
    let to = this.values.reserve(size);
    this.checkSize();
    const { bytes, view: target } = this.values;
    const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
    const { view: offsetView, start: offsets } = this.reserveOffsets(ends.length / 2);
    for (let index = 0; index < ends.length; index += 2) {
      const start = ends[index] ?? 0;
      const end = ends[index + 1] ?? 0;
      if (end - start > maxWords) source.copy(bytes, to, start, end);
      else copyWords(view, { start, end, target, to });
      to += end - start;
      offsetView.setInt32(offsets + index * 2, to, true);
    }
  }

  override findInvalid(): number | undefined {
    if (isUtf8(this.values.written()) && !this.#splitsCharacters()) return undefined;
    for (let index = 0; index < this.length; index += 1)
      if (!isUtf8(this.values.bytes.subarray(this.startOf(index), this.startOf(index + 1)))) return index;
    return undefined;
  }

  /** Whether a value begins within a character of the bytes of all values. */
  #splitsCharacters(): boolean {
    const { bytes, length } = this.values;
    const { view } = this.reserveOffsets(0);
    for (let index = 0; index < this.length; index += 1) {
      const start = view.getInt32(index * 4, true);
      if (start < length && isContinuation(bytes[start])) return true;
    }
    return false;
  }

  /** Appends bytes of UTF-8. */
  protected appendBytes(source: Buffer, start: number, end: number): void {
    const count = end - start;
    const to = this.values.reserve(count);
    const { bytes } = this.values;
    // A call for a few bytes costs more than copying them.
    if (count > maxCopied) source.copy(bytes, to, start, end);
    else for (let at = 0; at < count; at += 1) bytes[to + at] = source[start + at] ?? 0;
    this.endValue();
  }
}

interface CopiedSpan {
  readonly start: number;
  readonly end: number;
  readonly target: DataView;
  readonly to: number;
}

/** Copies bytes four at a time. */
function copyWords(source: DataView, { start, end, target, to }: CopiedSpan): void {
  let from = start;
  const distance = to - start;
  for (; from + 4 <= end; from += 4) target.setInt32(from + distance, source.getInt32(from, true), true);
  for (; from < end; from += 1) target.setUint8(from + distance, source.getUint8(from));
}

/** Whether a byte of UTF-8 is within a character. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === firstNonAscii;
}

/** Copies a text if all of it is ASCII. Returns how many bytes were copied; 0 when some of it is not. */
function copyAscii(text: string, bytes: Buffer, start: number): number {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= firstNonAscii) return 0;
    bytes[start + index] = code;
  }
  return text.length;
}

/** Returns a value as text: a string that its JSON is, or else its JSON. */
function textOf(value: unknown): string | undefined {
  const json = writeJson(value);
  if (json === undefined) return undefined;
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/** Any value, as JSON text. */
export class JsonColumn extends TextColumn {
  /** Whether values must be written by the slower writer, which knows 64-bit integers. */
  #isExact = false;

  protected override appendValue(value: unknown): void {
    const json = (this.#isExact ? undefined : this.#writeFast(value)) ?? writeJson(value);
    if (json === undefined) throw new ValueMismatch("a value that JSON has", value);
    this.appendText(json);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    this.appendBytes(source, start, end);
  }

  #writeFast(value: unknown): string | undefined {
    try {
      return JSON.stringify(value);
    } catch {
      this.#isExact = true;
      return undefined;
    }
  }
}

/** Bytes, which are Base64 in JSON. */
export class BinaryColumn extends BytesColumn {
  protected appendValue(value: unknown): void {
    const isBytes = value instanceof Uint8Array;
    const isBase64 = typeof value === "string" && /^[\w+/-]*={0,2}$/.test(value);
    if (!isBytes && !isBase64) throw new ValueMismatch("bytes as Base64", value);
    const bytes = isBytes ? value : Buffer.from(value, "base64");
    const start = this.values.reserve(bytes.byteLength);
    this.values.bytes.set(bytes, start);
    this.endValue();
  }
}
