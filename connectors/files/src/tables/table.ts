import type { DuckDBValue } from "@duckdb/node-api";
import type { FileStorage, OpenFiles } from "../folder/file-storage.js";
import type { FoundFile } from "../folder/found-file.js";
import type { FileLayout } from "./file-layout.js";
import type { PlacedLayout } from "./reading.js";
import type { TableColumn } from "./table-column.js";

/** A file of a table of several files. */
export interface TablePart {
  readonly file: FoundFile;
  /** How the engine reads the file itself; `undefined` when it reads a converted copy. */
  readonly original: FileLayout | undefined;
  /** Texts of the columns that have one value per file, which are the last ones of the table; `undefined` is NULL. */
  readonly texts: ReadonlyArray<string | undefined>;
}

/** The rows of some files of a table, which are open. */
export interface OpenTable extends OpenFiles {
  readonly files: readonly FoundFile[];
  /** The files of a table of several files, in the order of their rows. Default: the table is one file. */
  readonly parts?: readonly TablePart[];
  /** SELECT that returns their rows; `undefined` when there are none. */
  readonly select: string | undefined;
  /** Checks the files as {@link ReadableTable.check} does. */
  readonly check: () => Promise<void>;
}

/** What a table of several files knows about them. */
export interface TableFiles {
  readonly files: readonly FoundFile[];
  /** Columns that have one value per file, with their different values as text. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Names of the other columns in the files, in lower case and in the order of the table. */
  readonly labels: readonly string[];
  /** The files that were described with the table, in the order of their rows. */
  readonly described: readonly TablePart[];
  /**
   * Opens the files that may have matching rows. The others are not opened.
   *
   * @param condition - Condition on the columns that have one value per file; `undefined` when there is none
   * @param signal - Aborted when the caller disconnects
   */
  readonly open: (condition: FileCondition | undefined, signal: AbortSignal) => Promise<OpenTable>;
}

/** A condition on columns that have one value per file. */
export interface FileCondition {
  readonly sql: string;
  readonly values: readonly DuckDBValue[];
}

/** A file, or a sheet of one, that can be read. */
export interface ReadableTable {
  /** The file, or the folder of a table of several files. */
  readonly file: FoundFile;
  /** Its files, if it has several. Default: the file. */
  readonly parts?: TableFiles;
  /** How the engine reads the file itself. Default: it reads a converted copy, or there are several files. */
  readonly original?: FileLayout;
  /** How the engine reads the file. Default: the file cannot be part of a table of several files. */
  readonly layout?: PlacedLayout;
  /** Sheet, if the workbook has several. */
  readonly sheet?: string;
  readonly columns: readonly TableColumn[];
  /** SELECT that returns the rows of open files; `undefined` when there are none, as in a file of zero bytes. */
  readonly select: string | undefined;
  /** How the file is read, as a sentence without a full stop. Default: there is nothing to say about that. */
  readonly format?: string;
  /** Whether some rows are so long that the engine must not write their text. Default: `false`. */
  readonly hasLongRows?: boolean;
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

/** Options of {@link openTable}. */
export interface OpenTableOptions {
  readonly storage: FileStorage;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Condition that excludes files of a table of several files. Default: all are opened. */
  readonly condition?: FileCondition | undefined;
}

/**
 * Opens the files of a table.
 *
 * @param table - The table
 * @param options - Where the files are, and which are needed
 * @returns The open table, which the caller must close
 */
export async function openTable(
  { file, parts, select, check }: ReadableTable,
  { storage, signal, condition }: OpenTableOptions,
): Promise<OpenTable> {
  if (parts !== undefined) return await parts.open(condition, signal);
  const { close } = await storage.open([file], signal);
  return { files: [file], select, check, close };
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
