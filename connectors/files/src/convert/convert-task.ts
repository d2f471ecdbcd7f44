import type { SheetColumn } from "./sheet-columns.js";

/** What the thread that converts files is asked to do. */
export type ConvertTask = CheckTask | CsvTask | JsonTask | TextTask | WorkbookTask;

/** Writes a CSV file anew with rows of equal length. */
export interface CsvTask {
  readonly kind: "csv";
  readonly path: string;
  /** Path of the copy. */
  readonly copy: string;
  /** What separates cells. Default: found from the first rows. */
  readonly delimiter: string | undefined;
}

/** What a CSV file holds. */
export interface ConvertedCsv {
  /** Names of the columns. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Rows with more or fewer cells than the header. */
  readonly irregularRows: number;
  /** Bytes that are not fewer than those of the longest line of the copy. */
  readonly longestLine: number;
}

/** Finds the columns of a JSON file, and writes it as CSV where asked to. */
export interface JsonTask {
  readonly kind: "json";
  readonly path: string;
  /** Bytes after which the file is not read further; `undefined` means that all of it is. */
  readonly sampleBytes: number | undefined;
  /** Whether a list at the start holds the rows; else it is the first row. */
  readonly mayBeArray: boolean;
  /** Path of the copy, which is written only if the engine would change values of the file. */
  readonly copy: string;
}

/** What a JSON file holds. */
export interface JsonContent {
  readonly columns: readonly JsonColumn[];
  /** How the engine reads the file; `copy` means that only the copy has every value as it is in the file. */
  readonly format: "array" | "newline_delimited" | "unstructured" | "copy";
  /** Bytes that are not fewer than those of the longest line of the copy. */
  readonly longestLine: number;
}

/** A column of a JSON file. */
export interface JsonColumn {
  readonly name: string;
  /** Type of the engine that holds every value as it is in the file. */
  readonly type: string;
  /** Whether all values are numbers, some with more digits than a type of the engine keeps. */
  readonly isLongNumber: boolean;
}

/** Finds the encoding of a text file, and writes it as UTF-8 if it has another one. */
export interface TextTask {
  readonly kind: "text";
  readonly path: string;
  /** Path of the copy. */
  readonly copy: string;
  /** Whether compressed data is unpacked to its end, which checks it; else only the beginning of the file is read. */
  readonly isWhole: boolean;
  /** Encoding of text that is neither UTF-8 nor UTF-16. */
  readonly encoding: string;
}

/** What a text file is. */
export interface TextContent {
  /** Whether the copy was written. */
  readonly isCopied: boolean;
}

/** Compares the checksums of a compressed text file, or of the pages of a Parquet file. */
export interface CheckTask {
  readonly kind: "check";
  readonly path: string;
}

/** Writes the sheets of a workbook as CSV. */
export interface WorkbookTask {
  readonly kind: "workbook";
  readonly path: string;
  /** Beginning of the paths of its copies. */
  readonly copy: string;
}

/** A sheet that was written as CSV without a header. */
export interface WrittenSheet {
  readonly sheet: string;
  /** Where it was written. */
  readonly copy: string;
  readonly columns: readonly SheetColumn[];
  /** Bytes that are not fewer than those of its longest line. */
  readonly longestLine: number;
  /** Something a person who reads the rows should know. Default: nothing. */
  readonly notice?: string;
}

/** What comes back for a task. */
export type Converted<Task extends ConvertTask> = {
  csv: ConvertedCsv;
  json: JsonContent;
  text: TextContent;
  check: undefined;
  workbook: readonly WrittenSheet[];
}[Task["kind"]];

/** A fault of the file, as the end of a sentence; anything else that goes wrong is a fault of the machine. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  /** What to do about it, as a sentence. */
  readonly advice: string;

  /**
   * @param message - What is wrong with the file, as the end of a sentence without a full stop
   * @param advice - What to do about it
   */
  constructor(message: string, advice = "Correct the file.") {
    super(message);
    this.advice = advice;
  }
}

/**
 * Makes the fault of a file whose compressed data is not what was written.
 *
 * @param reason - What shows it
 * @returns The fault
 */
export function damaged(reason: string): FileFault {
  return new FileFault(`the data is damaged (${reason})`, "Replace the file with a complete copy.");
}

/** Message of the thread. */
export type ConvertAnswer =
  | { readonly done: unknown }
  | { readonly fault: string; readonly advice?: string }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } };
