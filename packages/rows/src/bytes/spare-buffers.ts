import { Buffer } from "node:buffer";

/** Maximum number of stored buffers per size. */
const maxSpare = 32;

/**
 * Memory of sent batches that is reused for later batches. Allocating new memory costs the system more than writing
 * into it.
 */
export class SpareBuffers {
  /** Stored buffers by size, for the sizes that were requested. */
  readonly #spare = new Map<number, ArrayBufferLike[]>();

  /**
   * Stores memory that is no longer used. Memory of a size that was never requested, such as that of a row longer than
   * a batch, is left to the garbage collector.
   *
   * @param buffer - The memory
   */
  store(buffer: ArrayBufferLike): void {
    const spare = this.#spare.get(buffer.byteLength);
    if (spare !== undefined && buffer.byteLength > 0 && spare.length < maxSpare) spare.push(buffer);
  }

  /**
   * Returns memory of a size. Its content is not cleared.
   *
   * @param size - Number of bytes
   * @returns Stored memory of this size; new memory when none is stored
   */
  take(size: number): Buffer {
    const spare = this.#spare.get(size);
    if (spare === undefined) this.#spare.set(size, []);
    const buffer = spare?.pop();
    return buffer === undefined ? Buffer.allocUnsafeSlow(size) : Buffer.from(buffer);
  }
}

/** The reusable memory of this thread. */
export const spareBuffers: SpareBuffers = new SpareBuffers();
