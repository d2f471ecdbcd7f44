import type { Vector } from "@duckdb/node-bindings";
import { ByteWriter } from "../byte-writer.js";
import { csvNotation, jsonNotation } from "../notation.js";
import type { Cell } from "./cell.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** Bytes a nested value is expected to take at most. */
const expectedSize = 4096;

/** A nested value inside CSV: its JSON as the text of the cell. */
export class EmbeddedJsonCell extends NullableCell {
  readonly #json = new ByteWriter(expectedSize);
  readonly #cell: Cell;

  /**
   * @param writer - Where to write
   * @param makeCell - Makes the cell that writes the value as JSON
   */
  constructor(writer: CellOptions["writer"], makeCell: (options: CellOptions) => Cell) {
    super({ writer, notation: csvNotation });
    this.#cell = makeCell({ writer: this.#json, notation: jsonNotation });
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#cell.load(vector, count);
  }

  protected writeValue(row: number): void {
    const json = this.#json;
    json.position = 0;
    this.#cell.write(row);
    this.notation.writeText(this.writer, { source: json.bytes, start: 0, length: json.position });
  }
}
