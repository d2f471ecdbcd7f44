import type { Buffer } from "node:buffer";
import type { RowBytes } from "@wellhead/sql";

/**
 * Reads the fields of a packet in order.
 *
 * @throws RangeError from every method when the packet ends early
 */
export class PacketReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  /**
   * @param packet - The packet
   * @param skip - Number of bytes to skip at the start
   */
  constructor({ bytes, start, end }: RowBytes, skip = 0) {
    this.#bytes = bytes;
    this.#at = start + skip;
    this.#end = end;
  }

  /** Number of unread bytes. */
  get left(): number {
    return this.#end - this.#at;
  }

  /**
   * Reads an unsigned integer.
   *
   * @param size - Its size in bytes, 1 to 4
   * @returns The number
   */
  integer(size: number): number {
    return this.#bytes.readUIntLE(this.#take(size), size);
  }

  /** Reads a length-encoded integer, whose first byte determines its size. */
  length(): number {
    const first = this.integer(1);
    if (first < 0xfb) return first;
    if (first === 0xfc) return this.integer(2);
    if (first === 0xfd) return this.integer(3);
    const low = this.integer(4);
    if (first !== 0xfe || this.integer(4) !== 0)
      throw new RangeError("Could not read a packet of the server: it has no length where one is expected.");
    return low;
  }

  /**
   * Reads bytes.
   *
   * @param size - How many bytes
   * @returns A view of the bytes, without a copy
   */
  bytes(size: number): Buffer {
    const at = this.#take(size);
    return this.#bytes.subarray(at, at + size);
  }

  /** Reads length-prefixed text. */
  text(): string {
    return this.bytes(this.length()).toString("utf8");
  }

  /** Reads text up to the next NUL, or to the end of the packet. */
  ended(): string {
    const stop = this.#bytes.indexOf(0, this.#at);
    if (stop < 0 || stop >= this.#end) return this.rest().toString("utf8");
    const text = this.bytes(stop - this.#at).toString("utf8");
    this.#at += 1;
    return text;
  }

  /** Reads all remaining bytes. */
  rest(): Buffer {
    return this.bytes(this.left);
  }

  #take(size: number): number {
    const at = this.#at;
    if (size > this.left)
      throw new RangeError(
        `Could not read a packet of the server: expected ${size} bytes, got ${this.left}.`,
      );
    this.#at = at + size;
    return at;
  }
}
