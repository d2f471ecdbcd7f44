import duckdb, { type Vector } from "@duckdb/node-bindings";
import { LongVector } from "../long-vector.js";
import type { Cell } from "./cell.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

const [open, comma, colon, close] = [Buffer.from("{"), Buffer.from(","), Buffer.from(":"), Buffer.from("}")];

/** MAP as a JSON object; its keys are text. */
export class MapCell extends NullableCell {
  readonly #key: Cell;
  readonly #value: Cell;
  // Offset and length of each map, one behind the other.
  readonly #entries = new LongVector();

  /** @param options - Where to write, the cell of the keys (text) and the cell of the values */
  constructor(options: CellOptions & { readonly key: Cell; readonly value: Cell }) {
    super(options);
    this.#key = options.key;
    this.#value = options.value;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#entries.load(vector, count * 2);
    // The engine keeps a map as a list of pairs.
    const pairs = duckdb.list_vector_get_child(vector);
    const size = duckdb.list_vector_get_size(vector);
    this.#key.load(duckdb.struct_vector_get_child(pairs, 0), size);
    this.#value.load(duckdb.struct_vector_get_child(pairs, 1), size);
  }

  protected writeValue(row: number): void {
    const { writer } = this;
    const first = this.#entries.number(row * 2);
    const end = first + this.#entries.number(row * 2 + 1);
    writer.copy(open);
    for (let index = first; index < end; index++) {
      if (index > first) writer.copy(comma);
      this.#key.write(index);
      writer.copy(colon);
      this.#value.write(index);
    }
    writer.copy(close);
  }
}
