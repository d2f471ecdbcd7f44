import duckdb, { type Vector } from "@duckdb/node-bindings";
import { LongVector } from "../long-vector.js";
import type { Cell } from "./cell.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

const [open, comma, close] = [Buffer.from("["), Buffer.from(","), Buffer.from("]")];

/** LIST as a JSON array. */
export class ListCell extends NullableCell {
  readonly #element: Cell;
  // Offset and length of each list, one behind the other.
  readonly #entries = new LongVector();

  /** @param options - Where to write, and the cell of the elements */
  constructor(options: CellOptions & { readonly element: Cell }) {
    super(options);
    this.#element = options.element;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#entries.load(vector, count * 2);
    this.#element.load(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector));
  }

  protected writeValue(row: number): void {
    const { writer } = this;
    const element = this.#element;
    const first = this.#entries.number(row * 2);
    const end = first + this.#entries.number(row * 2 + 1);
    writer.copy(open);
    for (let index = first; index < end; index++) {
      if (index > first) writer.copy(comma);
      element.write(index);
    }
    writer.copy(close);
  }
}
