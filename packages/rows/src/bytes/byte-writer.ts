import { Buffer } from "node:buffer";
import type { FixedText } from "./fixed-text.js";
import { spareBuffers } from "./spare-buffers.js";
import type { ValueWriter } from "./value-writer.js";

/** Room after the last reserved byte, so that whole words may be written over the end. */
const slack = 8;

/**
 * Bytes on their way to the caller, and the bytes that values are read from.
 *
 * The members are public because the writers of single values work on them directly: a method call per byte would cost
 * more than the byte. A writer takes a span of `source`, appends to `bytes` and advances `length`; it must not write more
 * than was reserved. Both are `Buffer`, never a plain `Uint8Array`: one kind of object keeps the loops over them fast. The
 * views move four bytes at a time, which is several times faster than one by one.
 */
export class ByteWriter {
  /** Bytes the next value is read from; set by {@link ByteWriter.read}. */
  source: Buffer;
  /** The same bytes. */
  sourceView: DataView;
  /** Bytes written so far, up to `length`. */
  bytes: Buffer;
  /** The same bytes. */
  view: DataView;
  /** How many of `bytes` are written. */
  length = 0;

  /**
   * Makes an empty writer.
   *
   * @param size - Room to begin with, in bytes
   */
  constructor(size: number) {
    this.source = Buffer.alloc(0);
    this.sourceView = viewOf(this.source);
    this.bytes = spareBuffers.take(size);
    this.view = viewOf(this.bytes);
  }

  /**
   * Chooses what the next values are read from.
   *
   * @param source - The bytes of the values
   */
  read(source: Buffer): void {
    if (this.source === source) return;
    this.source = source;
    this.sourceView = viewOf(source);
  }

  /**
   * Writes a value that another writer holds; the source is the same as before afterwards.
   *
   * @param scratch - Holds the value
   * @param write - Writes the value
   */
  from(scratch: ByteWriter, write: ValueWriter): void {
    const { source, sourceView } = this;
    this.source = scratch.bytes;
    this.sourceView = scratch.view;
    write(this, 0, scratch.length);
    this.source = source;
    this.sourceView = sourceView;
  }

  /**
   * Reports whether there is room for more bytes, so that {@link ByteWriter.reserve} would not grow the buffer.
   *
   * @param count - How many bytes
   */
  has(count: number): boolean {
    return this.length + count + slack <= this.bytes.length;
  }

  /**
   * Makes room for more bytes.
   *
   * @param count - Maximum number of bytes that are about to be written
   */
  reserve(count: number): void {
    const size = this.length + count + slack;
    if (size > this.bytes.length) this.#grow(size);
  }

  /**
   * Returns what is written and begins with another buffer.
   *
   * @param size - Room to begin with, in bytes
   * @returns What was written
   */
  take(size: number): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = spareBuffers.take(size);
    this.view = viewOf(this.bytes);
    this.length = 0;
    return taken;
  }

  /**
   * Appends one byte.
   *
   * @param byte - The byte
   */
  put(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /**
   * Appends text. Up to three bytes after it are overwritten.
   *
   * @param text - The text
   */
  append(text: FixedText): void {
    const { words, length } = text;
    this.reserve(length);
    const { view, length: start } = this;
    for (let index = 0; index * 4 < length; index += 1)
      view.setInt32(start + index * 4, words[index] ?? 0, true);
    this.length = start + length;
  }

  #grow(size: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(size, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = viewOf(grown);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
