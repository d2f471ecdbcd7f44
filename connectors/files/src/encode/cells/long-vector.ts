import type { Vector } from "@duckdb/node-bindings";
import { detachBuffer } from "./detach-buffer.js";
import { vectorBytes } from "./vector-bytes.js";

/** Limit for the upper half of a 64-bit number that a JavaScript number can hold exactly. */
const safeHigh = 2 ** 21;

/** The signed 64-bit numbers of a vector, as JavaScript numbers where those are exact. */
export class LongVector {
  #low = new Uint32Array(0);
  #high = new Int32Array(0);

  /**
   * Loads the numbers of a vector.
   *
   * @param vector - Vector of the engine
   * @param count - Number of values
   */
  load(vector: Vector, count: number): void {
    detachBuffer(this.#low);
    const { buffer, offset } = vectorBytes(vector, count * 8);
    this.#low = new Uint32Array(buffer, offset, count * 2);
    this.#high = new Int32Array(buffer, offset, count * 2);
  }

  /**
   * Returns whether {@link LongVector.number} is exact.
   *
   * @param row - Index of the number
   */
  isSafe(row: number): boolean {
    const high = this.#high[row * 2 + 1] ?? 0;
    return high >= -safeHigh && high < safeHigh;
  }

  /** @param row - Index of a number that is safe */
  number(row: number): number {
    return (this.#high[row * 2 + 1] ?? 0) * 2 ** 32 + (this.#low[row * 2] ?? 0);
  }

  /** @param row - Index of any number */
  bigint(row: number): bigint {
    return (BigInt(this.#high[row * 2 + 1] ?? 0) << 32n) | BigInt(this.#low[row * 2] ?? 0);
  }
}
