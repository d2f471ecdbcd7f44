import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { writeJson } from "../../objects/write-json.js";
import { unescaped } from "../../text/json-string.js";
import { parseText } from "../exact/scan-json.js";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { ArrowColumn, type ArrowParts, type TextSource } from "./arrow-column.js";
import { GrowingBytes } from "./growing-bytes.js";
import { checkOffset } from "./offsets.js";

const quote = 0x22;
const backslash = 0x5c;

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
    checkOffset(this.values.length);
    this.appendEmpty();
  }

  /** Appends texts as they lie. */
  protected copyTexts(source: Buffer, lengths: Int32Array): void {
    let end = this.values.reserve(source.length);
    checkOffset(this.values.length);
    source.copy(this.values.bytes, end);
    const first = this.#offsets.reserve(lengths.length * 4);
    const { view } = this.#offsets;
    const nulls = new Uint8Array(lengths.length);
    // An iterator takes several times as long.
    for (let index = 0; index < lengths.length; index += 1) {
      const length = lengths[index] ?? 0;
      if (length < 0) nulls[index] = 1;
      else end += length;
      view.setInt32(first + index * 4, end, true);
    }
    this.validity.addRun(lengths.length, nulls);
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
/** Maximum number of bytes that are copied without a call. */
const maxCopied = 64;

/** Text. Values that are not text are written as their JSON, as in CSV. */
export class TextColumn extends BytesColumn {
  protected appendValue(value: unknown): void {
    const text = typeof value === "string" ? value : writeJson(value);
    if (text === undefined) throw new ValueMismatch("a value that JSON has", value);
    this.appendText(text);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (source[start] !== quote) this.appendBytes({ source, sourceView: undefined }, start, end);
    else if (this.#copyText(source, start, end)) this.endValue();
    else this.appendText(parseText(source, start, end));
  }

  /** @param text - A value */
  protected appendText(text: string): void {
    const { length } = text;
    const start = this.values.reserve(length * maxBytesPerUnit);
    const { bytes } = this.values;
    const isCopied = length <= shortText && copyAscii(text, bytes, start);
    const count = isCopied ? length : bytes.write(text, start, "utf8");
    this.values.length = start + count;
    // UTF-8 has no form of half a pair, so the text would change. ASCII has no pairs.
    if (count !== length && /\p{Surrogate}/u.test(text))
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

  protected override putUtf8(text: TextSource, start: number, end: number): void {
    this.appendBytes(text, start, end);
  }

  protected override putTexts(source: Buffer, ends: Uint32Array): void {
    const text = { source, sourceView: new DataView(source.buffer, source.byteOffset, source.byteLength) };
    for (let index = 0; index < ends.length; index += 2)
      this.appendBytes(text, ends[index] ?? 0, ends[index + 1] ?? 0);
  }

  override appendJoined(source: Buffer, lengths: Int32Array): void {
    this.copyTexts(source, lengths);
  }

  override findInvalid(): number | undefined {
    const written = this.values.written();
    if (isAscii(written) || (isUtf8(written) && !this.#splitsCharacters())) return undefined;
    for (let index = 0; index < this.length; index += 1)
      if (!isUtf8(this.values.bytes.subarray(this.startOf(index), this.startOf(index + 1)))) return index;
    return undefined;
  }

  /** Whether a value begins within a character of the bytes of all values. */
  #splitsCharacters(): boolean {
    const { bytes } = this.values;
    for (let index = 0; index < this.length; index += 1)
      if (isContinuation(bytes[this.startOf(index)])) return true;
    return false;
  }

  /** Appends bytes of UTF-8. */
  protected appendBytes(text: TextSource, start: number, end: number): void {
    const to = this.values.reserve(end - start);
    copyBytes(text, { start, end, target: this.values, to });
    this.endValue();
  }
}

interface CopiedSpan {
  readonly start: number;
  readonly end: number;
  readonly target: GrowingBytes;
  readonly to: number;
}

/** Copies bytes, four at a time if possible. A call for a few costs more than copying them. */
function copyBytes({ source, sourceView }: TextSource, { start, end, target, to }: CopiedSpan): void {
  const { bytes, view } = target;
  const distance = to - start;
  let from = start;
  if (end - start > maxCopied) source.copy(bytes, to, from, end);
  else {
    if (sourceView !== undefined)
      for (; from + 4 <= end; from += 4) view.setInt32(from + distance, sourceView.getInt32(from));
    for (; from < end; from += 1) bytes[from + distance] = source[from] ?? 0;
  }
}

/** Whether a byte of UTF-8 is within a character. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === firstNonAscii;
}

/** Copies a text if all of it is ASCII, and returns whether it is. */
function copyAscii(text: string, bytes: Buffer, start: number): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= firstNonAscii) return false;
    bytes[start + index] = code;
  }
  return true;
}

/** Text inside of other values, where only text fits. */
export class StrictTextColumn extends TextColumn {
  protected override appendValue(value: unknown): void {
    if (typeof value !== "string") throw new ValueMismatch("text", value);
    this.appendText(value);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (source[start] !== quote) throw new ValueMismatch("text", undefined);
    super.appendJsonValue(source, start, end);
  }
}

/** Any value, as JSON text. */
export class JsonColumn extends TextColumn {
  protected override appendValue(value: unknown): void {
    const json = jsonOf(value);
    if (json === undefined) throw new ValueMismatch("a value that JSON has", value);
    this.appendText(json);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    this.appendBytes({ source, sourceView: undefined }, start, end);
  }
}

/** The faster writer does not know 64-bit integers. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return writeJson(value);
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
