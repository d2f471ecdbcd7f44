import { Buffer } from "node:buffer";

/** Splits the bytes of a server into frames. A frame that is complete in one chunk is not copied. */
export abstract class FrameSplitter {
  readonly #headerSize: number;
  /** The start of an incomplete frame. */
  #partial: Buffer | undefined;
  /** Number of bytes received of `#partial`. */
  #received = 0;

  /**
   * Creates a splitter that has received nothing.
   *
   * @param headerSize - Number of bytes that determine the size of a frame
   */
  constructor(headerSize: number) {
    this.#headerSize = headerSize;
  }

  /**
   * Processes the next bytes from the server.
   *
   * @param chunk - The bytes
   */
  push(chunk: Buffer): void {
    const headerSize = this.#headerSize;
    let at = this.#partial === undefined ? 0 : this.#complete(this.#partial, chunk);
    while (at < chunk.length) {
      const left = chunk.length - at;
      const size = left < headerSize ? Number.POSITIVE_INFINITY : this.frameSize(chunk, at);
      if (size > left) return this.#keep(chunk, at);
      this.deliver(chunk, at, at + size);
      at += size;
    }
  }

  /** Returns the size of the frame at `at`, with its header. `bytes` contains the whole header. */
  protected abstract frameSize(bytes: Buffer, at: number): number;

  /** Processes the complete frame from `at` to `end`. */
  protected abstract deliver(bytes: Buffer, at: number, end: number): void;

  /** Appends bytes of `chunk` to the incomplete frame. Returns the index in `chunk` where the next one begins. */
  #complete(partial: Buffer, chunk: Buffer): number {
    const headerSize = this.#headerSize;
    let at = 0;
    let frame = partial;
    if (this.#received < headerSize) {
      at = chunk.copy(frame, this.#received, 0, headerSize - this.#received);
      this.#received += at;
      if (this.#received < headerSize) return at;
      const whole = Buffer.allocUnsafe(this.frameSize(frame, 0));
      frame.copy(whole, 0, 0, headerSize);
      this.#partial = whole;
      frame = whole;
    }
    const taken = chunk.copy(frame, this.#received, at, at + frame.length - this.#received);
    this.#received += taken;
    if (this.#received === frame.length) {
      this.#partial = undefined;
      this.deliver(frame, 0, frame.length);
    }
    return at + taken;
  }

  #keep(chunk: Buffer, at: number): void {
    const isWhole = chunk.length - at >= this.#headerSize;
    this.#partial = Buffer.allocUnsafe(isWhole ? this.frameSize(chunk, at) : this.#headerSize);
    this.#received = chunk.copy(this.#partial, 0, at);
  }
}
