import type { Vector } from "@duckdb/node-bindings";
import { TextVector } from "../text-vector.js";
import { writeAscii } from "../write-ascii.js";
import { NullableCell } from "./nullable-cell.js";

/** BLOB as Base64. */
export class BlobCell extends NullableCell {
  readonly #values = new TextVector();

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count, (row) => this.has(row));
  }

  protected writeValue(row: number): void {
    const { writer, notation } = this;
    const { source, start, length } = this.#values.at(row);
    writer.copy(notation.quote);
    writeAscii(writer, Buffer.from(source.buffer, source.byteOffset + start, length).toString("base64"));
    writer.copy(notation.quote);
  }
}
