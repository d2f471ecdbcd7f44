import { Buffer } from "node:buffer";

/** Maximum number of buffers of one size that are kept. */
const maxSpare = 32;

/** Memory of batches that have been sent, for batches to come: new memory costs the system more than writing into it. */
export class SpareBuffers {
  /** Buffers by size, of the sizes that were asked for. */
  readonly #spare = new Map<number, ArrayBuffer[]>();

  /**
   * Keeps memory that is no longer used. Memory of a size that nobody asked for, such as that of a row longer than a
   * batch, is left to the garbage collector.
   *
   * @param buffer - The memory
   */
  give(buffer: ArrayBuffer): void {
    const spare = this.#spare.get(buffer.byteLength);
    if (spare !== undefined && buffer.byteLength > 0 && spare.length < maxSpare) spare.push(buffer);
  }

  /**
   * Returns memory of a size, with whatever it held before.
   *
   * @param size - How many bytes
   * @returns Spare memory of this size when there is some, else new memory
   */
  take(size: number): Buffer {
    const spare = this.#spare.get(size);
    if (spare === undefined) this.#spare.set(size, []);
    const buffer = spare?.pop();
    return buffer === undefined ? Buffer.allocUnsafeSlow(size) : Buffer.from(buffer);
  }
}

/** The spare memory of this thread. */
export const spareBuffers: SpareBuffers = new SpareBuffers();
