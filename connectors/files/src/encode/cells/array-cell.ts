import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

const [open, comma, close] = [Buffer.from("["), Buffer.from(","), Buffer.from("]")];

/** ARRAY (all of one length) as a JSON array. */
export class ArrayCell extends NullableCell {
  readonly #element: Cell;
  readonly #length: number;

  /** @param options - Where to write, the cell of the elements, and how many each array has */
  constructor(options: CellOptions & { readonly element: Cell; readonly length: number }) {
    super(options);
    this.#element = options.element;
    this.#length = options.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#element.load(duckdb.array_vector_get_child(vector), count * this.#length);
  }

  protected writeValue(row: number): void {
    const { writer } = this;
    const first = row * this.#length;
    writer.copy(open);
    for (let index = 0; index < this.#length; index++) {
      if (index > 0) writer.copy(comma);
      this.#element.write(first + index);
    }
    writer.copy(close);
  }
}
