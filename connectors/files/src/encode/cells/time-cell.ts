import type { Vector } from "@duckdb/node-bindings";
import { LongVector } from "../long-vector.js";
import { writeTime } from "../write-time.js";
import { NullableCell } from "./nullable-cell.js";

/** TIME as `HH:MM:SS`, with the fraction when there is one. */
export class TimeCell extends NullableCell {
  readonly #values = new LongVector();

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    const { writer, notation } = this;
    const micros = this.#values.number(row);
    const second = Math.floor(micros / 1e6);
    writer.copy(notation.quote);
    writeTime(writer, second, (micros - second * 1e6) * 1000);
    writer.copy(notation.quote);
  }
}
