import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";

const open = 0x5b;
const close = 0x5d;
const comma = 0x2c;
/** ARRAY (fixed length) as a JSON array. */
export class ArrayCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #element: Cell;
  readonly #length: number;

  /** @param options - Where to write, the cell of the elements, and the length of each array */
  constructor(options: CellOptions & { readonly element: Cell; readonly length: number }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#element = options.element;
    this.#length = options.length;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#element.load(duckdb.array_vector_get_child(vector), count * this.#length);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer } = this.#options;
    const first = row * this.#length;
    writer.put(open);
    for (let index = 0; index < this.#length; index++) {
      if (index > 0) writer.put(comma);
      this.#element.write(first + index);
    }
    writer.put(close);
  }
}
