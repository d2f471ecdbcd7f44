import type { Vector } from "@duckdb/node-bindings";
import { ByteWriter, widestByte, widestFrame, writeCsvText } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { csvNotation, jsonNotation } from "./notation.js";
import { type CellOptions, Nulls } from "./nulls.js";

/** Initial size of the buffer for a nested value, in bytes. */
const expectedSize = 4096;

/** A nested value inside CSV: its JSON as the text of the cell. */
export class EmbeddedJsonCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #json = new ByteWriter(expectedSize);
  readonly #cell: Cell;

  /**
   * @param writer - Where to write
   * @param makeCell - Makes the cell that writes the value as JSON
   */
  constructor(writer: CellOptions["writer"], makeCell: (options: CellOptions) => Cell) {
    this.#options = { writer, notation: csvNotation };
    this.#nulls = new Nulls(this.#options);
    this.#cell = makeCell({ writer: this.#json, notation: jsonNotation });
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#cell.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const json = this.#json;
    json.length = 0;
    this.#cell.write(row);
    const { writer } = this.#options;
    writer.reserve(json.length * widestByte + widestFrame);
    writer.from(json, writeCsvText);
  }
}
