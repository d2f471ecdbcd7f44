import type { ArrowType } from "@wellhead/contract/vocabulary";
import { ByteWriter, type ValueWriter, widestByte, widestFrame } from "../bytes/byte-writer.js";
import { ArrowBatchWriter } from "./arrow-batch-writer.js";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { columnItem } from "./columns/column-item.js";
import { ValueMismatch } from "./exact/value-mismatch.js";

/** How a column of a source becomes one of Arrow. */
export interface ArrowCells {
  readonly type: ArrowType;
  /**
   * Creates the function that appends a value that is not null.
   *
   * @param column - The column to append to
   * @returns The function. It reads the bytes of the target's source, and may write JSON into the target
   */
  readonly append: (column: ArrowColumn) => ValueWriter;
  /** What to do if a value of the first rows does not fit the type: of 1,000, or of those in the first batch. Default: an error. */
  readonly otherwise?: ArrowCells;
}

/** A column that is written from the bytes of its cells. */
export interface ArrowCellColumn extends ArrowCells {
  readonly name: string;
}

/**
 * Appends the JSON of cells, for kinds of values that have no shorter way.
 *
 * @param type - Type of the column
 * @param write - Writes the JSON of a value
 * @param expansion - Maximum number of bytes written per byte of a value. Default: that of all values without names
 * @returns How the column is written
 */
export function jsonCells(type: ArrowType, write: ValueWriter, expansion = widestByte): ArrowCells {
  return {
    type,
    append: (column) => (target, start, end) => {
      target.length = 0;
      target.reserve((end - start) * expansion + widestFrame);
      write(target, start, end);
      column.appendJson(target.bytes, 0, target.length);
    },
  };
}

/** Number of rows that decide the types of columns, if the first batch has as many. */
const decidingRows = 1000;
/** Maximum number of rows of a record batch, and approximate maximum of its bytes. */
const maxRows = 65_536;
const maxBytes = 2 ** 20;

/** Writes record batches from the bytes of cells, without a value for each. Its methods are those of `RowWriter`. */
export class ArrowCellWriter extends ArrowBatchWriter {
  /** Its source has the cells of the row. */
  readonly target: ByteWriter = new ByteWriter(1024);
  readonly #given: readonly ArrowCellColumn[];
  readonly #cells: readonly ValueWriter[];
  readonly #hasOther: boolean;
  #bytes = 0;

  /**
   * Creates a writer without rows.
   *
   * @param columns - The columns, in the order of the cells
   */
  constructor(columns: readonly ArrowCellColumn[]) {
    super(columns.map(({ name, type }) => ({ name, type })));
    this.#given = columns;
    this.#hasOther = columns.some(({ otherwise }) => otherwise !== undefined);
    this.#cells = columns.map(({ append }, index) => append(this.columnAt(index)));
  }

  /** Types of the columns. */
  get types(): readonly ArrowType[] {
    return this.#given.map(({ type }) => type);
  }

  /** Whether the type of a column depends on the next row. Only the number of rows and their size end that, never the time. */
  get isUndecided(): boolean {
    return this.#hasOther && !this.hasTaken && this.rows < decidingRows;
  }

  /**
   * Reports whether a row belongs to the batch.
   *
   * @param size - Total number of bytes of its cells
   * @returns `false` when the batch should be taken first
   */
  fits(size: number): boolean {
    return this.rows < maxRows && this.#bytes + size <= maxBytes;
  }

  /**
   * Starts a row.
   *
   * @param size - Total number of bytes of its cells
   */
  begin(size: number): void {
    this.#bytes += size;
  }

  /**
   * Writes a null cell.
   *
   * @param column - Index of the column
   */
  empty(column: number): void {
    this.columnAt(column).appendNull();
  }

  /**
   * Writes a cell from the bytes `start` to `end` of the target's source.
   *
   * @param column - Index of the column
   * @param start - First byte
   * @param end - Index after the last byte
   * @throws ValueMismatch when the column cannot hold it; then `withOther` or `explain` knows what to do
   */
  cell(column: number, start: number, end: number): void {
    this.column = column;
    columnItem(this.#cells, column)(this.target, start, end);
  }

  /** Ends the row. */
  end(): void {
    this.rows += 1;
  }

  /**
   * Returns a writer without rows whose column that did not fit has its other type.
   *
   * @param error - Why a row could not be written
   * @returns The writer; `undefined` when there is no other type, or the types have been decided
   */
  withOther(error: unknown): ArrowCellWriter | undefined {
    const { name, otherwise } = columnItem(this.#given, this.column);
    if (!(error instanceof ValueMismatch) || !this.isUndecided || otherwise === undefined) return undefined;
    return new ArrowCellWriter(this.#given.with(this.column, { name, ...otherwise }));
  }

  override take(): ReturnType<ArrowBatchWriter["take"]> {
    this.#bytes = 0;
    return super.take();
  }
}
