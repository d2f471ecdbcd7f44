import type { FoundFile } from "../folder/found-file.js";
import type { TableColumn } from "./table-column.js";

/** A file, or a sheet of one, that can be read. */
export interface ReadableTable {
  readonly file: FoundFile;
  /** Sheet, if the workbook has several. */
  readonly sheet?: string;
  readonly columns: readonly TableColumn[];
  /** SELECT that returns the rows; `undefined` when there are none, as in a file of zero bytes. */
  readonly select: string | undefined;
  /** Notice to users who read the rows. Default: none. */
  readonly notice?: string;
  /**
   * Checks what only the whole file shows: that it is complete, and that its columns have the types its first rows
   * showed. A successful check is not repeated.
   *
   * @throws ConnectorError `upstream_invalid` when a check fails
   */
  readonly check: () => Promise<void>;
}

/** A file that cannot be read. */
export interface BrokenTable {
  readonly file: FoundFile;
  readonly sheet?: string;
  /** Error thrown when its rows are read. */
  readonly fault: Error;
}

/** A file, or a sheet of one, that is a source. */
export type Table = ReadableTable | BrokenTable;

/** Check of a table that was read in full when it was loaded. Does nothing. */
export function checkNothing(): Promise<void> {
  return Promise.resolve();
}
