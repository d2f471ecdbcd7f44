import { Buffer } from "node:buffer";
import { spareBuffers } from "./spare-buffers.js";
import type { ValueWriter } from "./value-writer.js";

/**
 * Where values are read from and where they are written to, as bytes. Writers take a span of `source`, append
 * to `bytes` and move `length` on. Room is the caller's business: see {@link ByteTarget.reserve}.
 *
 * All of it is `Buffer`, never a plain `Uint8Array`: one kind of object keeps the loops over it fast. The views
 * serve to move four bytes at a time, which is several times faster than one by one.
 */
export class ByteTarget {
  /** Bytes the next value is read from; set by {@link ByteTarget.read}. */
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
   * Makes an empty target.
   *
   * @param size - Room to begin with
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
   * @param source - Bytes they stand in
   */
  read(source: Buffer): void {
    if (this.source === source) return;
    this.source = source;
    this.sourceView = viewOf(source);
  }

  /**
   * Has a writer read from another target's bytes, then goes on with the source of before.
   *
   * @param scratch - Holds the value
   * @param write - Writes the value
   */
  from(scratch: ByteTarget, write: ValueWriter): void {
    const { source, sourceView } = this;
    this.source = scratch.bytes;
    this.sourceView = scratch.view;
    write(this, 0, scratch.length);
    this.source = source;
    this.sourceView = sourceView;
  }

  /**
   * Makes sure that so many bytes can be appended, growing when they cannot.
   *
   * @param count - How many
   */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.length + count, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = viewOf(grown);
  }

  /**
   * Hands over what is written and begins anew.
   *
   * @param size - Room to begin with
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
    this.bytes[this.length++] = byte;
  }

  /**
   * Appends a span of the source as it is.
   *
   * @param start - First byte
   * @param end - Byte after the last
   */
  copy(start: number, end: number): void {
    const { bytes, source, view, sourceView } = this;
    let at = this.length;
    let index = start;
    for (const last = end - 3; index < last; index += 4) {
      view.setInt32(at, sourceView.getInt32(index, true), true);
      at += 4;
    }
    for (; index < end; index += 1) bytes[at++] = source[index] ?? 0;
    this.length = at;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
