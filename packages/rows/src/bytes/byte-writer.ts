import { Buffer } from "node:buffer";
import type { FixedText } from "./fixed-text.js";
import { spareBuffers } from "./spare-buffers.js";

/**
 * Writes one value: reads the bytes `start` to `end` of `target.source` and appends the converted bytes.
 *
 * The result is never longer than {@link widestByte} times the bytes of the value plus {@link widestFrame}. The caller
 * has reserved that capacity.
 */
export type ValueWriter = (target: ByteWriter, start: number, end: number) => void;

/** Maximum number of bytes written per byte of a value: a control character becomes six. */
export const widestByte = 6;

/** Maximum number of bytes around a value. */
export const widestFrame = 16;

/** Spare bytes after the last reserved one, so that whole words may be written past the end. */
const slack = 8;
/** Number of four-byte words that are copied one by one at most. */
const maxCopiedWords = 16;
/** Maximum number of UTF-8 bytes of a UTF-16 unit. */
const maxBytesPerUnit = 3;

/**
 * A buffer of output bytes, with the source bytes that values are read from.
 *
 * The members are public because the writers of single values use them directly: a method call per byte would cost more
 * than the byte. A writer reads a span of `source`, appends to `bytes` and advances `length`. It must not write more
 * than was reserved. Both are always a `Buffer`, never a plain `Uint8Array`, because a single object shape keeps the
 * loops over them fast. The views copy four bytes at a time, which is several times faster than single bytes.
 */
export class ByteWriter {
  /** Bytes that the next value is read from; set by {@link ByteWriter.read}. */
  source: Buffer;
  /** The same bytes. */
  sourceView: DataView;
  /** Bytes written so far, up to `length`. */
  bytes: Buffer;
  /** The same bytes. */
  view: DataView;
  /** Number of bytes written. */
  length = 0;

  /**
   * Creates an empty writer.
   *
   * @param size - Initial capacity in bytes
   */
  constructor(size: number) {
    this.source = Buffer.alloc(0);
    this.sourceView = viewOf(this.source);
    this.bytes = spareBuffers.take(size);
    this.view = viewOf(this.bytes);
  }

  /**
   * Sets the source of the next values.
   *
   * @param source - The bytes of the values
   */
  read(source: Buffer): void {
    if (this.source === source) return;
    this.source = source;
    this.sourceView = viewOf(source);
  }

  /**
   * Writes a value that another writer holds, and restores the source afterwards.
   *
   * @param scratch - The writer that holds the value
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
   * Reports whether the buffer has capacity for more bytes, so that {@link ByteWriter.reserve} would not grow it.
   *
   * @param count - Number of bytes
   */
  has(count: number): boolean {
    return this.length + count + slack <= this.bytes.length;
  }

  /**
   * Ensures capacity for more bytes.
   *
   * @param count - Maximum number of bytes that are about to be written
   */
  reserve(count: number): void {
    const size = this.length + count + slack;
    if (size > this.bytes.length) this.#grow(size);
  }

  /**
   * Returns the written bytes and continues with another buffer.
   *
   * @param size - Initial capacity in bytes
   * @returns The written bytes
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

  /**
   * Appends bytes of the source.
   *
   * @param start - First byte
   * @param end - Index after the last byte
   */
  copy(start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    const { bytes, view, source, sourceView, length } = this;
    this.length = length + count;
    // Copying words costs less than a call for a few bytes, and more for many.
    if (count > maxCopiedWords * 4) return void source.copy(bytes, length, start, end);
    let at = 0;
    for (; at < count && start + at + 4 <= source.length; at += 4)
      view.setInt32(length + at, sourceView.getInt32(start + at, true), true);
    for (; at < count; at += 1) bytes[length + at] = source[start + at] ?? 0;
  }

  /**
   * Appends text of any length as UTF-8.
   *
   * @param text - The text
   */
  appendText(text: string): void {
    this.reserve(text.length * maxBytesPerUnit);
    this.length += this.bytes.write(text, this.length);
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.view = viewOf(larger);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
