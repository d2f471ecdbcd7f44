import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import { AsyncQueue } from "@wellhead/rows";

/** Bytes that may wait to be taken before the writer has to. */
const maxWaitingBytes = 256 * 1024;

/** Takes exactly so many bytes from a stream, which waits while nobody takes them. */
export class BytePipe {
  readonly #chunks: AsyncQueue<Buffer>;
  /** What is left of the chunk that was taken last. */
  #rest: Buffer = Buffer.alloc(0);

  /** @param stream - Where the bytes come from */
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
   * Takes bytes, waiting for them.
   *
   * @param length - How many
   * @returns The bytes, or `undefined` when the stream ended before
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
