import type { Vector } from "@duckdb/node-bindings";
import { type CellOptions, Nulls } from "../nulls.js";
import { TextVector } from "../text-vector.js";
import type { Cell } from "./cell.js";

/** Text of the engine that is the digits of a number, written as the number it is. */
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
    const { writer } = this.#options;
    const { source, start, length } = this.#values.at(row);
    writer.reserve(length);
    writer.bytes.set(source.subarray(start, start + length), writer.position);
    writer.position += length;
  }
}
