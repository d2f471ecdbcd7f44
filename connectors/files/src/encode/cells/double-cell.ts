import type { Vector } from "@duckdb/node-bindings";
import { vectorBytes } from "../vector-bytes.js";
import { writeAscii } from "../write-ascii.js";
import { writeInteger } from "../write-integer.js";
import { NullableCell } from "./nullable-cell.js";

/** DOUBLE with the fewest digits that give the same number back; NaN and the infinities as NULL. */
export class DoubleCell extends NullableCell {
  #values = new Float64Array(0);

  protected loadValues(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * 8);
    this.#values = new Float64Array(buffer, offset, count);
  }

  protected writeValue(row: number): void {
    const value = this.#values[row] ?? 0;
    if (!Number.isFinite(value)) this.writer.copy(this.notation.nothing);
    else if (Object.is(value, -0)) writeAscii(this.writer, "-0.0");
    else if (Number.isSafeInteger(value)) writeInteger(this.writer, value);
    else writeAscii(this.writer, String(value));
  }
}
