import duckdb, { type Vector } from "@duckdb/node-bindings";
import { FixedText } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";

const words = [new FixedText("false"), new FixedText("true")] as const;

/** BOOLEAN as `true` or `false`. */
export class BooleanCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  #values: Uint8Array = new Uint8Array(0);

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values = duckdb.vector_get_data(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    this.#options.writer.append(this.#values[row] === 0 ? words[0] : words[1]);
  }
}
