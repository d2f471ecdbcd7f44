import { Buffer } from "node:buffer";

/** Most pieces of memory that are kept. */
const most = 32;

/** Memory of batches that have been sent, for batches to come: asking the system for it anew costs more than writing. */
export class SpareBuffers {
  readonly #spare: ArrayBuffer[] = [];

  /**
   * Keeps memory that nobody looks at any more.
   *
   * @param buffer - The memory
   */
  give(buffer: ArrayBuffer): void {
    if (buffer.byteLength > 0 && this.#spare.length < most) this.#spare.push(buffer);
  }

  /**
   * Gives memory of a size; what stands in it is left from before.
   *
   * @param size - How many bytes
   * @returns Kept memory if there is some of this size, else new memory
   */
  take(size: number): Buffer {
    for (let spare = this.#spare.pop(); spare !== undefined; spare = this.#spare.pop()) {
      // Of another size are few: the memory of a row that was longer than a batch.
      if (spare.byteLength === size) return Buffer.from(spare);
    }
    return Buffer.allocUnsafeSlow(size);
  }
}

/** The spare memory of this thread. */
export const spareBuffers: SpareBuffers = new SpareBuffers();
