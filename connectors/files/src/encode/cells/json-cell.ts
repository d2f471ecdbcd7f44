import type { Vector } from "@duckdb/node-bindings";
import { TextVector } from "../text-vector.js";
import { writeJsonValue } from "../write-json-value.js";
import { NullableCell } from "./nullable-cell.js";

/** Text of the engine that is a JSON value, written as that value. */
export class JsonCell extends NullableCell {
  readonly #values = new TextVector();

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count, (row) => this.has(row));
  }

  protected writeValue(row: number): void {
    writeJsonValue(this.writer, this.#values.at(row));
  }
}
