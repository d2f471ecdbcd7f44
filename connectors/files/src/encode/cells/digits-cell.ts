import type { Vector } from "@duckdb/node-bindings";
import { TextVector } from "../text-vector.js";
import { NullableCell } from "./nullable-cell.js";

/** Text of the engine that is the digits of a number, written as the number it is. */
export class DigitsCell extends NullableCell {
  readonly #values = new TextVector();

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count, (row) => this.has(row));
  }

  protected writeValue(row: number): void {
    const { source, start, length } = this.#values.at(row);
    this.writer.copy(source.subarray(start, start + length));
  }
}
