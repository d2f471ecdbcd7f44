import type { Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { TextVector } from "./text-vector.js";

/** VARCHAR as text. */
export class TextCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #values = new TextVector();

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count, this.#nulls);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    this.#values.write(row, this.#options.writer, this.#options.notation.writeText);
  }
}
