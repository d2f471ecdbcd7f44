import duckdb, { type Vector } from "@duckdb/node-bindings";
import { NullableCell } from "./nullable-cell.js";

const words = [Buffer.from("false"), Buffer.from("true")] as const;

/** BOOLEAN as `true` or `false`. */
export class BooleanCell extends NullableCell {
  #values: Uint8Array = new Uint8Array(0);

  protected loadValues(vector: Vector, count: number): void {
    this.#values = duckdb.vector_get_data(vector, count);
  }

  protected writeValue(row: number): void {
    this.writer.copy(this.#values[row] === 0 ? words[0] : words[1]);
  }
}
