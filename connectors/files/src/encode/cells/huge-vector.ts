import type { Vector } from "@duckdb/node-bindings";
import { vectorBytes } from "./vector-bytes.js";

/** The 128-bit numbers of a vector. */
export class HugeVector {
  readonly #signed: boolean;
  #words = new BigUint64Array(0);

  /** @param signed - Whether the numbers have a sign */
  constructor(signed: boolean) {
    this.#signed = signed;
  }

  /**
   * Loads the numbers of a vector.
   *
   * @param vector - Vector of the engine
   * @param count - Number of values
   */
  load(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * 16);
    this.#words = new BigUint64Array(buffer, offset, count * 2);
  }

  /** @param row - Index of the number */
  bigint(row: number): bigint {
    const high = this.#words[row * 2 + 1] ?? 0n;
    const low = this.#words[row * 2] ?? 0n;
    return ((this.#signed ? BigInt.asIntN(64, high) : high) << 64n) | low;
  }
}
