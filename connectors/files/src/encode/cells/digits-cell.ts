import type { Vector } from "@duckdb/node-bindings";
import type { ByteWriter } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { TextVector } from "./text-vector.js";

/** Digits that the engine returns as text, written as a number. */
export class DigitsCell implements Cell {
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
    this.#values.write(row, this.#options.writer, copyDigits);
  }
}

function copyDigits(target: ByteWriter, start: number, end: number): void {
  target.source.copy(target.bytes, target.length, start, end);
  target.length += end - start;
}
