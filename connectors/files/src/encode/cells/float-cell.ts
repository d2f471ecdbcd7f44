import type { Vector } from "@duckdb/node-bindings";
import { vectorBytes } from "../vector-bytes.js";
import { writeAscii } from "../write-ascii.js";
import { NullableCell } from "./nullable-cell.js";

/** Digits that tell any two numbers of 32 bits apart. */
const enoughDigits = 9;

/** FLOAT (32 bits) with the fewest digits that give the same number back; NaN and the infinities as NULL. */
export class FloatCell extends NullableCell {
  #values = new Float32Array(0);

  protected loadValues(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * 4);
    this.#values = new Float32Array(buffer, offset, count);
  }

  protected writeValue(row: number): void {
    const value = this.#values[row] ?? 0;
    if (Number.isFinite(value)) writeAscii(this.writer, shortest(value));
    else this.writer.copy(this.notation.nothing);
  }
}

function shortest(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  for (let digits = 6; digits < enoughDigits; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(enoughDigits)));
}
