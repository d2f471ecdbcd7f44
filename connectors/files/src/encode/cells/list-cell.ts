import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { LongVector } from "./long-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";

const open = 0x5b;
const close = 0x5d;
const comma = 0x2c;
/** LIST as a JSON array. */
export class ListCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #element: Cell;
  // Offset and length of each list, alternating.
  readonly #entries = new LongVector();

  /** @param options - Where to write, and the cell of the elements */
  constructor(options: CellOptions & { readonly element: Cell }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#element = options.element;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#entries.load(vector, count * 2);
    this.#element.load(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector));
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer } = this.#options;
    const element = this.#element;
    const first = this.#entries.number(row * 2);
    const end = first + this.#entries.number(row * 2 + 1);
    writer.put(open);
    for (let index = first; index < end; index++) {
      if (index > first) writer.put(comma);
      element.write(index);
    }
    writer.put(close);
  }
}
