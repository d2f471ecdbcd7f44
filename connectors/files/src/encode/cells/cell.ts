import type { Vector } from "@duckdb/node-bindings";

/** Writes the values of one column, chunk by chunk. */
export interface Cell {
  /**
   * Takes the column's part of a chunk.
   *
   * @param vector - Vector of the engine, alive until the last value is written
   * @param count - How many values it holds
   */
  load(vector: Vector, count: number): void;

  /**
   * Writes one value.
   *
   * @param row - Index of the value in what was loaded last
   */
  write(row: number): void;
}
