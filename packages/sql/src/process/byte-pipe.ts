import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";

/** Bytes that may wait to be taken before the writer has to. */
const mostWaiting = 256 * 1024;

/** Takes exactly so many bytes from a stream, which waits while nobody takes them. */
export class BytePipe {
  readonly #stream: Readable;
  readonly #chunks: Buffer[] = [];
  #waiting = 0;
  #isEnded = false;
  #wake: (() => void) | undefined;

  /** @param stream - Where the bytes come from */
  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#waiting += chunk.length;
      if (this.#waiting >= mostWaiting) stream.pause();
      this.#wake?.();
    });
    const end = () => {
      this.#isEnded = true;
      this.#wake?.();
    };
    for (const event of ["end", "close", "error"]) stream.on(event, end);
  }

  /**
   * Takes bytes, waiting for them.
   *
   * @param length - How many
   * @returns The bytes, or `undefined` when the stream ended before
   */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#waiting < length) {
      if (this.#isEnded) return undefined;
      this.#stream.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) filled += this.#copyFirst(taken, filled);
    this.#waiting -= length;
    if (this.#waiting < mostWaiting) this.#stream.resume();
    return taken;
  }

  #copyFirst(to: Buffer, at: number): number {
    const chunk = this.#chunks[0] ?? Buffer.alloc(0);
    const count = chunk.copy(to, at);
    if (count === chunk.length) this.#chunks.shift();
    else this.#chunks[0] = chunk.subarray(count);
    return count;
  }
}
