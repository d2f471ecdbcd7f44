import type { Vector } from "@duckdb/node-bindings";
import { TextVector } from "../text-vector.js";
import { NullableCell } from "./nullable-cell.js";

/** VARCHAR as text. */
export class TextCell extends NullableCell {
  readonly #values = new TextVector();

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count, (row) => this.has(row));
  }

  protected writeValue(row: number): void {
    this.notation.writeText(this.writer, this.#values.at(row));
  }
}
