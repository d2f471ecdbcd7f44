import type { FoundFile } from "../folder/found-file.js";
import type { TableColumn } from "./table-column.js";

/** A file, or a sheet of one, that can be read. */
export interface ReadableTable {
  readonly file: FoundFile;
  /** Sheet of a workbook that has several. */
  readonly sheet?: string;
  readonly columns: readonly TableColumn[];
  /** SELECT that gives the rows; `undefined` when there are none, as in a file of zero bytes. */
  readonly select: string | undefined;
  /** Something a person who reads the rows should know. Default: nothing. */
  readonly notice?: string;
  /**
   * Checks what can be known only from the whole file: that it is complete, and that its columns have the types its
   * beginning showed. The work is done once.
   *
   * @throws ConnectorError `upstream_invalid` when a check fails
   */
  readonly check: () => Promise<void>;
}

/** A file that cannot be read. */
export interface BrokenTable {
  readonly file: FoundFile;
  readonly sheet?: string;
  /** Error that asking for its rows gives. */
  readonly fault: Error;
}

/** A file, or a sheet of one, as a source shows it. */
export type Table = ReadableTable | BrokenTable;

/** The check of a table that was read in full when it was loaded. */
export function checkNothing(): Promise<void> {
  return Promise.resolve();
}
