import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import { AsyncQueue } from "@wellhead/rows/queue";

/** Maximum number of bytes in the queue before the stream is paused. */
const maxWaitingBytes = 256 * 1024;

/** Reads an exact number of bytes at a time from a stream. The stream is paused while the queue is full. */
export class BytePipe {
  readonly #chunks: AsyncQueue<Buffer>;
  /** The unread part of the last chunk. */
  #rest: Buffer = Buffer.alloc(0);

  /** @param stream - The stream to read from */
  constructor(stream: Readable) {
    this.#chunks = new AsyncQueue({
      maxSize: maxWaitingBytes,
      sizeOf: ({ length }) => length,
      onFull: () => stream.pause(),
      onRoom: () => stream.resume(),
    });
    stream.on("data", (chunk: Buffer) => this.#chunks.put(chunk));
    for (const event of ["end", "close", "error"]) stream.on(event, () => this.#chunks.end());
  }

  /**
   * Takes the next bytes, waiting until they arrive.
   *
   * @param length - How many bytes to take
   * @returns The bytes, or `undefined` when the stream ends first
   */
  async take(length: number): Promise<Buffer | undefined> {
    const taken = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length; ) {
      if (this.#rest.length === 0) {
        const chunk = await this.#chunks.take();
        if (chunk === undefined) return undefined;
        this.#rest = chunk;
      }
      const count = this.#rest.copy(taken, filled);
      this.#rest = this.#rest.subarray(count);
      filled += count;
    }
    return taken;
  }
}
