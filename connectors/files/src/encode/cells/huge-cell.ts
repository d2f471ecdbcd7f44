import type { Vector } from "@duckdb/node-bindings";
import { HugeVector } from "../huge-vector.js";
import { writeAscii } from "../write-ascii.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** HUGEINT and UHUGEINT with every digit. */
export class HugeCell extends NullableCell {
  readonly #values: HugeVector;

  /** @param options - Where and how to write, and whether the numbers have a sign */
  constructor(options: CellOptions & { readonly signed: boolean }) {
    super(options);
    this.#values = new HugeVector(options.signed);
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    writeAscii(this.writer, String(this.#values.bigint(row)));
  }
}
