import { type ValueWriter, widestByte, widestFrame } from "./bytes/byte-writer.js";
import { RowBuilder } from "./row-builder.js";
import type { RowFormat } from "./row-format.js";
import { escapeFormulas } from "./values/escape-formulas.js";

/** One column of the rows to write. */
export interface WrittenColumn {
  /** Name in the row. */
  readonly name: string;
  /** Writes a JSON value that is not null. */
  readonly json: ValueWriter;
  /** Writes a JSON value that is not null when `keepsNotFinite` is set. Default: as `json` does. */
  readonly anyNumber?: ValueWriter;
  /** Writes a CSV cell that is not empty. */
  readonly csv: ValueWriter;
  /** Maximum number of bytes written per byte of a value. Default: six, for values that are not structs with names. */
  readonly expansion?: number;
}

/** Writes rows from the bytes of their cells, without parsing them into values. */
export class RowWriter extends RowBuilder {
  readonly #writers: readonly ValueWriter[];
  readonly #frames: number;
  readonly #expansion: number;

  /**
   * Creates a writer without rows.
   *
   * @param columns - Columns in the order of the cells
   * @param format - Format of the rows
   * @param size - Size of one buffer in bytes
   */
  constructor(columns: readonly WrittenColumn[], format: RowFormat, size: number) {
    super({ names: columns.map(({ name }) => name), format, size });
    this.#writers = columns.map((column) => {
      if (format.format === "json")
        return format.keepsNotFinite === true ? (column.anyNumber ?? column.json) : column.json;
      return format.formulaEscape === true ? escapeFormulas(column) : column.csv;
    });
    this.#expansion = Math.max(...columns.map(({ expansion = widestByte }) => expansion), widestByte);
    this.#frames = columns.length * widestFrame;
  }

  /**
   * Reports whether a row is certain to fit into the remaining buffer.
   *
   * @param size - Total number of bytes of its cells
   * @returns `false` when the buffer should be taken first
   */
  fits(size: number): boolean {
    return this.target.has(size * this.#expansion + this.#frames + this.frame);
  }

  /**
   * Starts a row and reserves capacity for it.
   *
   * @param size - Total number of bytes of its cells
   */
  override begin(size: number): void {
    super.begin(size * this.#expansion + this.#frames);
  }

  /**
   * Writes a cell from the bytes `start` to `end` of the target's source.
   *
   * @param column - Index of the column
   * @param start - First byte
   * @param end - Index after the last byte
   */
  cell(column: number, start: number, end: number): void {
    this.before(column);
    this.#writers[column]?.(this.target, start, end);
  }
}
