import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** One member of a STRUCT. */
export interface StructMember {
  readonly name: string;
  readonly cell: Cell;
}

const [open, comma, close] = [Buffer.from("{"), Buffer.from(","), Buffer.from("}")];

/** STRUCT as a JSON object. */
export class StructCell extends NullableCell {
  readonly #members: ReadonlyArray<{ readonly key: Uint8Array; readonly cell: Cell }>;

  /** @param options - Where to write, and the members in order */
  constructor(options: CellOptions & { readonly members: readonly StructMember[] }) {
    super(options);
    this.#members = options.members.map(({ name, cell }) => ({
      key: Buffer.from(`${JSON.stringify(name)}:`),
      cell,
    }));
  }

  protected loadValues(vector: Vector, count: number): void {
    for (const [index, { cell }] of this.#members.entries()) {
      cell.load(duckdb.struct_vector_get_child(vector, index), count);
    }
  }

  protected writeValue(row: number): void {
    const { writer } = this;
    let separator = open;
    for (const { key, cell } of this.#members) {
      writer.copy(separator);
      writer.copy(key);
      cell.write(row);
      separator = comma;
    }
    writer.copy(close);
  }
}
