import type { Vector } from "@duckdb/node-bindings";

/** Writes the values of one column, chunk by chunk. */
export interface Cell {
  /**
   * Loads the column's values of a chunk.
   *
   * @param vector - Vector of the engine; it must stay valid until the last value is written
   * @param count - Number of values it holds
   */
  load(vector: Vector, count: number): void;

  /**
   * Writes one value.
   *
   * @param row - Index of the value in the vector that was loaded last
   */
  write(row: number): void;
}
