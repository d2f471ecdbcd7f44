import type { Vector } from "@duckdb/node-bindings";
import type { ValueWriter } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { TextVector } from "./text-vector.js";

/** A value that the engine returns as text or bytes: VARCHAR, BLOB, JSON and BIGNUM. */
export class TextCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #values = new TextVector();
  readonly #write: ValueWriter;

  /**
   * @param options - Where and how to write
   * @param write - Writes the text or the bytes. Default: as text in the notation
   */
  constructor(options: CellOptions, write: ValueWriter = options.notation.writeText) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#write = write;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count, this.#nulls);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    this.#values.write(row, this.#options.writer, this.#write);
  }
}
