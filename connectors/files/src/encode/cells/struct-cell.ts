import duckdb, { type Vector } from "@duckdb/node-bindings";
import { FixedText } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";

const open = 0x7b;
const close = 0x7d;
const comma = 0x2c;
/** One member of a STRUCT. */
export interface StructMember {
  readonly name: string;
  readonly cell: Cell;
}

/** STRUCT as a JSON object. */
export class StructCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #members: ReadonlyArray<{ readonly key: FixedText; readonly cell: Cell }>;

  /** @param options - Where to write, and the members in order */
  constructor(options: CellOptions & { readonly members: readonly StructMember[] }) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#members = options.members.map(({ name, cell }) => ({
      key: new FixedText(`${JSON.stringify(name)}:`),
      cell,
    }));
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    for (const [index, { cell }] of this.#members.entries()) {
      cell.load(duckdb.struct_vector_get_child(vector, index), count);
    }
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer } = this.#options;
    let separator = open;
    for (const { key, cell } of this.#members) {
      writer.put(separator);
      writer.append(key);
      cell.write(row);
      separator = comma;
    }
    writer.put(close);
  }
}
