import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { ByteWriter, FixedText } from "@wellhead/rows";
import type { Notation } from "./notation.js";

/** Options of every cell. */
export interface CellOptions {
  readonly writer: ByteWriter;
  readonly notation: Notation;
}

/**
 * The NULL values of a vector.
 *
 * Each cell contains one instead of inheriting from a base class. Code that many classes share runs many times slower,
 * because the JavaScript compiler cannot tell which class it handles.
 */
export class Nulls {
  readonly #writer: ByteWriter;
  readonly #nothing: FixedText;
  #validity: Uint8Array | null = null;

  /** @param options - Where and how to write */
  constructor({ writer, notation }: CellOptions) {
    this.#writer = writer;
    this.#nothing = notation.nothing;
  }

  /**
   * Loads the NULL marks of a vector.
   *
   * @param vector - Vector of the engine
   * @param count - Number of values it holds
   */
  load(vector: Vector, count: number): void {
    // One bit per value, in words of 64 bits. There are no words if no value is NULL.
    this.#validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  }

  /**
   * Returns whether a value is NULL.
   *
   * @param row - Index of the value
   */
  at(row: number): boolean {
    const validity = this.#validity;
    return validity !== null && (((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0;
  }

  /**
   * Writes a value if it is NULL.
   *
   * @param row - Index of the value
   * @returns Whether it was NULL
   */
  write(row: number): boolean {
    if (!this.at(row)) return false;
    this.#writer.append(this.#nothing);
    return true;
  }
}
