import type { RowEncoding } from "@wellhead/sdk";
import { ByteTarget } from "./byte-target.js";
import { FixedText } from "./fixed-text.js";
import { harmlessCsv } from "./harmless-csv.js";
import { type ValueWriter, widestByte, widestFrame } from "./value-writer.js";

/** What stands for a line of CSV without anything: an empty line would be read as no row at all. */
const blank = new FixedText('""');

/** One column of the rows to write. */
export interface WrittenColumn {
  /** Name in the row. */
  readonly name: string;
  /** Writes a JSON value that is not null. */
  readonly json: ValueWriter;
  /** Writes a CSV cell that is not empty. */
  readonly csv: ValueWriter;
  /** Maximum number of bytes that one byte of a value becomes. Default: six, for what is not a structure with names. */
  readonly expansion?: number;
}

/**
 * Writes rows cell by cell as JSON objects or lines of CSV, joined by the separator, into one buffer that
 * {@link RowWriter.take} hands over.
 */
export class RowWriter {
  /** Where the rows go; its source is what cells are read from. */
  readonly target: ByteTarget;
  /** Rows in the buffer. */
  rows = 0;
  readonly #size: number;
  readonly #writers: readonly ValueWriter[];
  readonly #prefixes: readonly FixedText[];
  readonly #empty: FixedText;
  readonly #last: FixedText;
  readonly #separator: FixedText;
  readonly #overhead: number;
  readonly #expansion: number;
  #start = 0;

  /**
   * Begins an empty buffer.
   *
   * @param columns - Columns in the order of the cells
   * @param encoding - How the rows are wanted
   * @param size - Bytes of one buffer
   */
  constructor(columns: readonly WrittenColumn[], encoding: RowEncoding, size: number) {
    const json = encoding.format === "json";
    this.#size = size;
    this.target = new ByteTarget(size);
    this.#writers = columns.map((column) => {
      if (json) return column.json;
      return encoding.formulaEscape === true ? harmlessCsv(column) : column.csv;
    });
    this.#prefixes = columns.map(({ name }, index) => {
      if (!json) return new FixedText(index === 0 ? "" : ",");
      return new FixedText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    });
    this.#empty = new FixedText(json ? "null" : "");
    const last = columns.length === 0 ? "{}" : "}";
    this.#last = new FixedText(json ? last : "");
    this.#separator = new FixedText(encoding.separator);
    this.#expansion = Math.max(...columns.map(({ expansion = widestByte }) => expansion), widestByte);
    const prefixBytes = this.#prefixes.reduce((sum, { length }) => sum + length, 0);
    this.#overhead = prefixBytes + columns.length * widestFrame + this.#separator.length + 16;
  }

  /**
   * Tells whether a row of so many bytes surely fits into what is left of the buffer.
   *
   * @param size - Bytes of its cells
   * @returns `false` when the buffer should be taken first
   */
  fits(size: number): boolean {
    return this.target.length + size * this.#expansion + this.#overhead <= this.target.bytes.length;
  }

  /**
   * Begins a row, making room for it.
   *
   * @param size - Bytes of its cells
   */
  begin(size: number): void {
    this.target.reserve(size * this.#expansion + this.#overhead);
    if (this.rows > 0) this.#separator.appendTo(this.target);
    this.rows += 1;
    this.#start = this.target.length;
  }

  /**
   * Writes a cell that is null.
   *
   * @param column - Its place
   */
  empty(column: number): void {
    this.#prefixes[column]?.appendTo(this.target);
    this.#empty.appendTo(this.target);
  }

  /**
   * Writes a cell from the bytes `start` to `end` of the target's source.
   *
   * @param column - Its place
   * @param start - First byte
   * @param end - Byte after the last
   */
  cell(column: number, start: number, end: number): void {
    this.#prefixes[column]?.appendTo(this.target);
    this.#writers[column]?.(this.target, start, end);
  }

  /** Ends the row. */
  end(): void {
    const { target } = this;
    this.#last.appendTo(target);
    if (target.length === this.#start) blank.appendTo(target);
  }

  /**
   * Hands over what is written and begins a new buffer.
   *
   * @returns The rows written since the last time
   */
  take(): { readonly bytes: Uint8Array; readonly rows: number } {
    const { rows } = this;
    this.rows = 0;
    return { bytes: this.target.take(this.#size), rows };
  }
}
