import type { Buffer } from "node:buffer";
import { ByteWriter } from "./bytes/byte-writer.js";
import { FixedText } from "./bytes/fixed-text.js";
import type { RowFormat } from "./row-format.js";

/** Replacement for an empty line of CSV, which readers would skip. */
const blank = new FixedText('""');

/** Options of {@link RowBuilder}. */
export interface RowBuilderOptions {
  /** Names of the columns, in the order of the cells. */
  readonly names: readonly string[];
  /** Format of the rows. */
  readonly format: RowFormat;
  /** Size of one buffer in bytes. */
  readonly size: number;
}

/**
 * Assembles cells into rows: JSON objects or lines of CSV, joined by the separator. {@link RowBuilder.take} returns
 * them in one buffer. Other code writes the values of the cells into `target`.
 */
export class RowBuilder {
  /** The writer that receives the rows. */
  readonly target: ByteWriter;
  /** Number of rows in the buffer. */
  rows = 0;
  /** Maximum number of bytes of a row without its values. */
  protected readonly frame: number;
  readonly #size: number;
  readonly #before: readonly FixedText[];
  readonly #null: FixedText;
  readonly #last: FixedText;
  readonly #separator: FixedText;
  #start = 0;

  /**
   * Creates a builder without rows.
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
   * Starts a row and reserves capacity for it.
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
   * Writes the text before a cell: its name in JSON, a comma in CSV.
   *
   * @param column - Index of the column
   */
  before(column: number): void {
    const text = this.#before[column];
    if (text !== undefined) this.target.append(text);
  }

  /**
   * Writes a null cell.
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
   * Returns the written rows and starts a new buffer.
   *
   * @returns The rows written since the last call
   */
  take(): { readonly bytes: Buffer; readonly rows: number } {
    const { rows } = this;
    this.rows = 0;
    return { bytes: this.target.take(this.#size), rows };
  }
}
