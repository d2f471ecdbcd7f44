import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { ByteWriter, FixedText } from "@wellhead/rows";
import type { Notation } from "./notation.js";

/** What every cell needs to write. */
export interface CellOptions {
  readonly writer: ByteWriter;
  readonly notation: Notation;
}

/**
 * Which values of a vector are NULL.
 *
 * A part of each cell rather than its base class: code that many classes share runs many times slower, as the
 * compiler of JavaScript cannot know which of them it has in hand.
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
   * Takes the marks of a vector.
   *
   * @param vector - Vector of the engine
   * @param count - How many values it holds
   */
  load(vector: Vector, count: number): void {
    // One bit per value in words of 64 bits; no words at all when nothing is NULL.
    this.#validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  }

  /**
   * Tells whether a value is NULL.
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
   * @returns Whether it was
   */
  write(row: number): boolean {
    if (!this.at(row)) return false;
    this.#writer.append(this.#nothing);
    return true;
  }
}
