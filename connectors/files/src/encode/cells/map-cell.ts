import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { LongVector } from "./long-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";

const open = 0x7b;
const close = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
/** MAP as a JSON object; its keys are text. */
export class MapCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #key: Cell;
  readonly #value: Cell;
  // Offset and length of each map, alternating.
  readonly #entries = new LongVector();

  /** @param options - Where to write, the cell of the keys (text) and the cell of the values */
  constructor(options: CellOptions & { readonly key: Cell; readonly value: Cell }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#key = options.key;
    this.#value = options.value;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#entries.load(vector, count * 2);
    // The engine stores a map as a list of pairs.
    const pairs = duckdb.list_vector_get_child(vector);
    const size = duckdb.list_vector_get_size(vector);
    this.#key.load(duckdb.struct_vector_get_child(pairs, 0), size);
    this.#value.load(duckdb.struct_vector_get_child(pairs, 1), size);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer } = this.#options;
    const first = this.#entries.number(row * 2);
    const end = first + this.#entries.number(row * 2 + 1);
    writer.put(open);
    for (let index = first; index < end; index++) {
      if (index > first) writer.put(comma);
      this.#key.write(index);
      writer.put(colon);
      this.#value.write(index);
    }
    writer.put(close);
  }
}
