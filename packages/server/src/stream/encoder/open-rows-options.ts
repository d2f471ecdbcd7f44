import type { ArrowField } from "@wellhead/rows";
import type { Columns, Rows } from "@wellhead/sdk";
import type { RequestControl } from "../../deadline/request-control.js";
import type { UseCount } from "../../deadline/use-count.js";
import type { Frame, TextFrame } from "../row-stream.js";
import type { Page } from "../rows/batch-reader.js";

/** How rows are written as text. */
export interface RowFormat {
  /** How a row is serialized. CSV needs the columns before the first row. */
  readonly encoding: "json" | "csv";
  /** Key that marks a failed stream. It may be neither a column of encoded rows nor the only key of a row. */
  readonly reservedKey: string;
  /**
   * @param columns - Ids of the columns, in order; empty for JSON, which does not need them
   * @param formulaEscape - Whether cells that a spreadsheet would run as formulas are turned into text
   * @returns The text around the rows
   */
  frame(columns: readonly string[], formulaEscape: boolean): TextFrame;
}

/** Rows as record batches of Apache Arrow. */
export interface ArrowFormat {
  readonly encoding: "arrow";
  /** Key that marks a failed stream in the other formats. No row may consist of it alone. */
  readonly reservedKey: string;
  /**
   * @param fields - The columns
   * @returns What stands around the record batches; the separator is what all of them begin with
   */
  frame(fields: readonly ArrowField[]): ArrowStreamFrame;
}

/** A frame whose parts are bytes. */
export interface ArrowStreamFrame extends Frame {
  readonly separator: Uint8Array;
}

/** Options of `openRows`. */
export interface OpenRowsOptions {
  readonly format: RowFormat | ArrowFormat;
  readonly formulaEscape: boolean;
  /** The range of rows to return; `undefined` when the source handles paging itself. */
  readonly page: Page | undefined;
  /** Returns the declared columns; not called for JSON. */
  readonly columns: () => Promise<Columns | undefined>;
  /** Starts the source. */
  readonly rows: () => Rows | Promise<Rows>;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** Timeout of one batch, in milliseconds; `0` means no timeout. */
  readonly batchTimeout: number;
  /** Aborts the work of the source. */
  readonly abort: () => void;
  /** Counts the reading until it has ended. */
  readonly uses: UseCount;
}
