import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { NativeBlock, NativeColumn } from "../encode/native-columns.js";
import type { ResultColumn } from "../encode/value-kind.js";
import { readServerError } from "../protocol/server-error.js";

/** Maximum number of bytes of a block. All of it arrives before its first row is written. */
const maxBlock = 512 * 2 ** 20;
/** Number of bytes of an exception that are kept. */
const maxException = 64 * 2 ** 20;
/** Maximum number of bytes of a number of 32 bits, of which each byte has seven. */
const maxVarint = 5;

/**
 * Finds the values of a response in the format `Native`, and the exception that the server appends when a statement fails
 * among its rows: the status of the response is 200 by then. Each block repeats the names and the types of the columns, so
 * that an exception is none.
 *
 * @param parts - The body of the response
 * @param columns - Names and types of the columns
 * @param layouts - How their values are stored
 * @returns Blocks of rows. Each is valid until the next one is requested
 * @throws ServerError when the body ends with an exception, or within a block
 * @see ClickHouse, "Native Format"
 */
export async function* readNative(
  parts: AsyncIterable<Buffer>,
  columns: readonly ResultColumn[],
  layouts: readonly NativeColumn[],
): AsyncGenerator<NativeBlock> {
  const body = new NativeBody(parts);
  const heads = columns.map(({ name, type }) =>
    typeTexts(type).map((text) => Buffer.concat([withLength(name), withLength(text)])),
  );
  while (await body.nextBlock()) {
    if ((await body.readVarint()) !== columns.length) throw await body.failure();
    const rows = await body.readVarint();
    const starts: number[] = [];
    for (const [index, { layout }] of layouts.entries()) {
      if (!(await body.skipOneOf(heads[index] ?? []))) throw await body.failure();
      starts.push(body.at);
      if (rows === 0) continue;
      if (layout.hasNulls) await body.skip(rows);
      if (layout.width === undefined) await body.skipTexts(rows);
      else await body.skip(rows * layout.width);
    }
    if (rows > 0) yield { rows, bytes: body.bytes, starts };
  }
  if (body.endsWithException()) throw await body.failure();
}

/** Returns how a server may write a type. It leaves out the time zone of a column, which clients of long ago did not know. */
function typeTexts(type: string): readonly string[] {
  return type.startsWith("DateTime(") ? [type, "DateTime"] : [type];
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>= 7) {
    length.push(rest < 128 ? rest : (rest & 127) | 128);
    if (rest < 128) return Buffer.concat([Buffer.from(length), bytes]);
  }
}

/** The bytes of a block, as far as they have arrived. */
class NativeBody {
  /** The bytes from the beginning of the block on. Those from {@link NativeBody.#length} on are spare. */
  bytes = Buffer.allocUnsafeSlow(2 ** 16);
  /** Index of the next byte. */
  at = 0;
  readonly #parts: AsyncIterator<Buffer>;
  #length = 0;
  /** Where the last value begins, if it is a text; otherwise -1. */
  #lastText = -1;

  constructor(parts: AsyncIterable<Buffer>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  /** Begins a block after the bytes that were read; returns whether there is one. Otherwise, the last one stays. */
  async nextBlock(): Promise<boolean> {
    if (!(await this.#has(1))) return false;
    this.bytes.copyWithin(0, this.at, this.#length);
    this.#length -= this.at;
    this.at = 0;
    return true;
  }

  /** Whether the values of the last block end with an exception, which has replaced some of them. */
  endsWithException(): boolean {
    const { bytes } = this;
    const start = bytes.subarray(0, this.#length).lastIndexOf("Code: ");
    // The last value may be such a text.
    if (start < 0 || (this.#lastText >= 0 && start >= this.#lastText)) return false;
    return /^Code: \d+[.,][\s\S]*DB::Exception[\s\S]*\n$/.test(bytes.toString("latin1", start, this.#length));
  }

  /** Reads a number of 32 bits. */
  async readVarint(): Promise<number> {
    let value = 0;
    for (let index = 0; index < maxVarint; index += 1) {
      await this.#require(1);
      const byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      value += (byte & 127) * 2 ** (7 * index);
      if (byte < 128) return value;
    }
    throw await this.failure();
  }

  /** Passes one of several texts; returns whether one of them is there. */
  async skipOneOf(texts: readonly Buffer[]): Promise<boolean> {
    for (const text of texts) {
      // An exception may be shorter.
      if (!(await this.#has(text.length))) continue;
      const end = this.at + text.length;
      if (this.bytes.compare(text, 0, text.length, this.at, end) !== 0) continue;
      this.at = end;
      return true;
    }
    return false;
  }

  /** Passes a number of bytes. */
  async skip(count: number): Promise<void> {
    await this.#require(count);
    this.at += count;
    this.#lastText = -1;
  }

  /** Passes texts, each of which begins with its length. */
  async skipTexts(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      const before = left;
      left = this.#passTexts(left);
      // The text that has not arrived, or its length, has at least one more byte than have arrived.
      if (left > 0 && left === before) await this.#require(this.#length - this.at + 1);
    }
  }

  /** Returns the error for bytes that are not a block, which may be an exception. */
  async failure(): Promise<Error> {
    while (this.#length < maxException && (await this.#has(this.#length - this.at + 1))) continue;
    const { bytes } = this;
    // Values may have the text of an exception too. That of the server is the last one.
    const start = bytes.subarray(0, this.#length).lastIndexOf("Code: ");
    return readServerError(start < 0 ? "" : bytes.toString("utf8", start, this.#length));
  }

  /** Passes the texts that have arrived; returns how many have not. */
  #passTexts(count: number): number {
    const { bytes } = this;
    const length = this.#length;
    let at = this.at;
    let left = count;
    while (left > 0) {
      let size = 0;
      let next = at;
      for (let shift = 1; next < length; shift *= 128) {
        const byte = bytes[next] ?? 0;
        next += 1;
        size += (byte & 127) * shift;
        if (byte < 128) break;
      }
      const isComplete = next > at && (bytes[next - 1] ?? 0) < 128 && next + size <= length;
      if (!isComplete) break;
      this.#lastText = next;
      at = next + size;
      left -= 1;
    }
    this.at = at;
    return left;
  }

  async #require(count: number): Promise<void> {
    if (!(await this.#has(count))) throw await this.failure();
  }

  /** Waits for a number of bytes; returns whether the body has them. */
  async #has(count: number): Promise<boolean> {
    while (this.#length - this.at < count) {
      const part = await this.#parts.next();
      if (part.done === true) return false;
      this.#append(part.value);
    }
    return true;
  }

  #append(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > maxBlock) throw tooLarge();
    if (length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.#length);
      this.bytes = larger;
    }
    part.copy(this.bytes, this.#length);
    this.#length = length;
  }
}

function tooLarge(): Error {
  return upstreamInvalid(
    "Could not read the rows as Arrow: the server sends more than 512 MiB at once. Request JSON or NDJSON, or choose fewer columns.",
  );
}
