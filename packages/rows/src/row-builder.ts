import type { Buffer } from "node:buffer";
import { ByteWriter } from "./bytes/byte-writer.js";
import { FixedText } from "./bytes/fixed-text.js";
import type { RowFormat } from "./row-format.js";

/** A line of CSV that holds nothing: an empty line would be read as no row at all. */
const blank = new FixedText('""');

/** Members of {@link RowBuilder}. */
export interface RowBuilderOptions {
  /** Names of the columns, in the order of the cells. */
  readonly names: readonly string[];
  /** How the rows are written. */
  readonly format: RowFormat;
  /** Bytes of one buffer. */
  readonly size: number;
}

/**
 * Puts cells together to rows, JSON objects or lines of CSV, joined by the separator, in one buffer that
 * {@link RowBuilder.take} returns. The values of the cells are written by others, into `target`.
 */
export class RowBuilder {
  /** Where the rows go. */
  readonly target: ByteWriter;
  /** Rows in the buffer. */
  rows = 0;
  /** Maximum number of bytes of a row besides its values. */
  protected readonly frame: number;
  readonly #size: number;
  readonly #before: readonly FixedText[];
  readonly #null: FixedText;
  readonly #last: FixedText;
  readonly #separator: FixedText;
  #start = 0;

  /**
   * Makes a builder without rows.
   *
   * @param options - Columns and format
   */
  constructor({ names, format, size }: RowBuilderOptions) {
    const isJson = format.format === "json";
    this.#size = size;
    this.target = new ByteWriter(size);
    this.#before = names.map((name, index) => {
      if (!isJson) return new FixedText(index === 0 ? "" : ",");
      return new FixedText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    });
    this.#null = new FixedText(isJson ? "null" : "");
    const last = names.length === 0 ? "{}" : "}";
    this.#last = new FixedText(isJson ? last : "");
    this.#separator = new FixedText(format.separator);
    const before = this.#before.reduce((sum, { length }) => sum + length, 0);
    this.frame = before + this.#separator.length + 16;
  }

  /**
   * Begins a row, making room for it.
   *
   * @param size - Maximum number of bytes of its values
   */
  begin(size: number): void {
    this.target.reserve(size + this.frame);
    if (this.rows > 0) this.target.append(this.#separator);
    this.rows += 1;
    this.#start = this.target.length;
  }

  /**
   * Writes what goes before a cell: its name in JSON, a comma in CSV.
   *
   * @param column - Index of the column
   */
  before(column: number): void {
    const text = this.#before[column];
    if (text !== undefined) this.target.append(text);
  }

  /**
   * Writes a cell that is null.
   *
   * @param column - Index of the column
   */
  empty(column: number): void {
    this.before(column);
    this.target.append(this.#null);
  }

  /** Ends the row. */
  end(): void {
    const { target } = this;
    target.append(this.#last);
    if (target.length === this.#start) target.append(blank);
  }

  /**
   * Returns what is written and begins a new buffer.
   *
   * @returns The rows written since the last time
   */
  take(): { readonly bytes: Buffer; readonly rows: number } {
    const { rows } = this;
    this.rows = 0;
    return { bytes: this.target.take(this.#size), rows };
  }
}
