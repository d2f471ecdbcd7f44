import type { Vector } from "@duckdb/node-bindings";
import { writeAscii } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { HugeVector } from "./huge-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";

/** HUGEINT and UHUGEINT with every digit. */
export class HugeCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #values: HugeVector;

  /** @param options - Where and how to write, and whether the numbers have a sign */
  constructor(options: CellOptions & { readonly signed: boolean }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#values = new HugeVector(options.signed);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    writeAscii(this.#options.writer, String(this.#values.bigint(row)));
  }
}
