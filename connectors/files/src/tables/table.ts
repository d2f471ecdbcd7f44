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
