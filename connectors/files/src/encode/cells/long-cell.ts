import type { Vector } from "@duckdb/node-bindings";
import { LongVector } from "../long-vector.js";
import { writeAscii } from "../write-ascii.js";
import { writeInteger } from "../write-integer.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** BIGINT and UBIGINT with every digit. */
export class LongCell extends NullableCell {
  readonly #values = new LongVector();
  readonly #signed: boolean;

  /** @param options - Where and how to write, and whether the numbers have a sign */
  constructor(options: CellOptions & { readonly signed: boolean }) {
    super(options);
    this.#signed = options.signed;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    const values = this.#values;
    // Read as signed, a number without sign is safe only when its uppermost bit is clear.
    if (values.isSafe(row) && (this.#signed || values.number(row) >= 0)) {
      writeInteger(this.writer, values.number(row));
      return;
    }
    const value = values.bigint(row);
    writeAscii(this.writer, String(this.#signed ? value : BigInt.asUintN(64, value)));
  }
}
