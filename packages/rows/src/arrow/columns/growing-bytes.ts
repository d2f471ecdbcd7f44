import { Buffer } from "node:buffer";

/** Bytes whose capacity grows. The memory is kept for the next batch. */
export class GrowingBytes {
  /** All bytes; those from `length` on are spare. */
  bytes: Buffer;
  /** The same bytes. */
  view: DataView;
  /** Number of bytes written. */
  length = 0;

  /**
   * Creates an empty buffer.
   *
   * @param capacity - Initial number of bytes
   */
  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /**
   * Makes room.
   *
   * @param count - Number of bytes that will be written
   * @returns Where they begin; `length` is after them
   */
  reserve(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.bytes.length) this.#grow(start);
    return start;
  }

  /**
   * Appends an integer of 32 bits, its lowest byte first.
   *
   * @param value - The integer
   */
  putInt32(value: number): void {
    const start = this.reserve(4);
    this.view.setInt32(start, value, true);
  }

  /** @returns What has been written; valid until the next write */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  #grow(used: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.length, this.bytes.length * 2));
    this.bytes.copy(bytes, 0, 0, used);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
