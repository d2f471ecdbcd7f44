import type { CsvFormat } from "../csv/csv-format.js";
import type { CsvSettings } from "../csv/csv-settings.js";
import type { SheetColumn } from "./sheet-columns.js";

/** A task for the thread that converts files. */
export type ConvertTask = CheckTask | CsvTask | Int96Task | JsonTask | ParquetTask | TextTask | WorkbookTask;

/** Finds how a CSV file is read, and writes a copy if the engine would not read it as it is. */
export interface CsvTask {
  readonly kind: "csv";
  /** Path of the file, whose text is UTF-8. */
  readonly path: string;
  /** Path of the copy, which is written only if it is needed. */
  readonly copy: string;
  /** Bytes after which reading stops; `undefined` means that the whole file is read. */
  readonly sampleBytes: number | undefined;
  /** Whether the name of the file says that tabs separate cells. */
  readonly isTsv: boolean;
  readonly settings: CsvSettings;
  /** Whether to write the copy although the engine should read the file as it is. The whole file is then read. */
  readonly mustCopy: boolean;
}

/** Content of a CSV file. */
export interface CsvContent {
  readonly format: CsvFormat;
  readonly hasHeader: boolean;
  /** Number of lines before the header or the first row. */
  readonly skippedLines: number;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Number of rows, if the whole file was read. */
  readonly rows: number;
  /** Line end of the file; `undefined` when there is none, or several. */
  readonly lineEnd: string | undefined;
  /** Whether the engine must read the copy. */
  readonly isCopied: boolean;
  /** Upper bound for the length of the longest line of the copy, in bytes. */
  readonly longestLine: number;
  /** What users should know about the rows, as sentences without full stops. */
  readonly notices: readonly string[];
  /** Whether the last record has no line end. */
  readonly isUnended: boolean;
}

/** Finds the columns of a JSON file, and writes it as CSV if the engine would change values. */
export interface JsonTask {
  readonly kind: "json";
  readonly path: string;
  /** Bytes after which reading stops; `undefined` means that the whole file is read. */
  readonly sampleBytes: number | undefined;
  /** Whether a list at the start holds the rows. If `false`, such a list is the first row. */
  readonly mayBeArray: boolean;
  /** Names of the members that lead to the list with the rows. Default: the file has the rows itself. */
  readonly list?: readonly string[] | undefined;
  /** Path of the copy, which is written only if the engine would change values of the file. */
  readonly copy: string;
}

/** A file whose rows were written as CSV with every value as it is in the file. */
export interface CopiedTable {
  readonly columns: readonly JsonColumn[];
  /** Bytes of the longest row that was read. */
  readonly longestRow: number;
  /** Upper bound for the length of the longest line of the copy, in bytes. */
  readonly longestLine: number;
}

/** Content of a JSON file. */
export interface JsonContent extends CopiedTable {
  /**
   * Format in which the engine reads the file; `copy` means that it must read the copy, to get every value as it is in
   * the file.
   */
  readonly format: "array" | "newline_delimited" | "unstructured" | "copy";
  /** Names of the members of the only row that are lists of objects; empty when there are several rows. */
  readonly lists: readonly string[];
}

/** A column of a JSON file, or of a copy. */
export interface JsonColumn {
  readonly name: string;
  /** The engine's type that holds every value as it is in the file. */
  readonly type: string;
  /** Whether all values are numbers, some with more digits than any type of the engine holds. */
  readonly isLongNumber: boolean;
}

/** Writes a Parquet file that the engine cannot read as CSV. */
export interface ParquetTask {
  readonly kind: "parquet";
  readonly path: string;
  /** Path of the copy. */
  readonly copy: string;
  /** Whether bytes without a type are text in UTF-8. */
  readonly binaryAsText: boolean;
}

/** Finds out whether the engine reads all timestamps of the physical type INT96 in a Parquet file exactly. */
export interface Int96Task {
  readonly kind: "int96";
  readonly path: string;
}

/** Finds the encoding of a text file, and writes a copy in UTF-8 if it has another one. */
export interface TextTask {
  readonly kind: "text";
  readonly path: string;
  /** Path of the copy. */
  readonly copy: string;
  /**
   * Whether to unpack compressed data to its end, which verifies it. If `false`, only the beginning of the file is
   * read.
   */
  readonly isWhole: boolean;
  /** Encoding of text that is neither UTF-8 nor UTF-16. */
  readonly encoding: string;
  /** Whether somebody stated the encoding of this file, so that only a byte order mark says otherwise. */
  readonly isStated: boolean;
}

/** Result of examining a text file. */
export interface TextContent {
  /** Whether the copy was written. */
  readonly isCopied: boolean;
  /** Name of the encoding. */
  readonly encoding: string;
}

/** Verifies the checksums of a compressed text file, or of the pages of a Parquet file. */
export interface CheckTask {
  readonly kind: "check";
  readonly path: string;
}

/** Writes the sheets of a workbook as CSV. */
export interface WorkbookTask {
  readonly kind: "workbook";
  readonly path: string;
  /** Prefix of the paths of its copies. */
  readonly copy: string;
}

/** A sheet that was written as CSV without a header. */
export interface WrittenSheet {
  readonly sheet: string;
  /** Path of the CSV file. */
  readonly copy: string;
  readonly columns: readonly SheetColumn[];
  /** Upper bound for the length of its longest line, in bytes. */
  readonly longestLine: number;
  /** Notice to users who read the rows. Default: none. */
  readonly notice?: string;
}

/** Result of a task. */
export type Converted<Task extends ConvertTask> = {
  csv: CsvContent;
  int96: boolean;
  json: JsonContent;
  parquet: CopiedTable;
  text: TextContent;
  check: undefined;
  workbook: readonly WrittenSheet[];
}[Task["kind"]];

/** Message from the thread. */
export type ConvertAnswer =
  | { readonly done: unknown }
  | { readonly fault: string; readonly advice?: string }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } };
