import type { Vector } from "@duckdb/node-bindings";
import { writeAscii, writeInteger } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { LongVector } from "./long-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";

/** BIGINT and UBIGINT with every digit. */
export class LongCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #values = new LongVector();
  readonly #signed: boolean;

  /** @param options - Where and how to write, and whether the numbers have a sign */
  constructor(options: CellOptions & { readonly signed: boolean }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#signed = options.signed;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const values = this.#values;
    // The vector is read as signed, so an unsigned number is safe only if its highest bit is clear.
    if (values.isSafe(row) && (this.#signed || values.number(row) >= 0)) {
      writeInteger(this.#options.writer, values.number(row));
      return;
    }
    const value = values.bigint(row);
    writeAscii(this.#options.writer, String(this.#signed ? value : BigInt.asUintN(64, value)));
  }
}
