import type { Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { TextVector } from "./text-vector.js";
import { writeEngineJson } from "./write-engine-json.js";

/** JSON that the engine returns as text, written as a JSON value. */
export class JsonCell implements Cell {
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
    this.#values.write(row, this.#options.writer, writeEngineJson);
  }
}
