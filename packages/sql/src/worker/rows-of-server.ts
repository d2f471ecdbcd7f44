import type { Buffer } from "node:buffer";
import type { ArrowCellColumn, ArrowCellWriter, RowWriter, WrittenColumn } from "@wellhead/rows";
import type { StreamNotice } from "./stream-messages.js";

/** The position of one row in a buffer. The object is reused for the next row. */
export interface RowBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The rows of a statement that a server is ready to send, on a dedicated connection. */
export interface RowsOfServer {
  /** The action in words, for errors. */
  readonly action: string;
  /** Names of the columns in order. */
  readonly columns: readonly string[];
  /** Encoding in which the server's text is read. Default: UTF-8. */
  readonly textEncoding?: string | undefined;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** Maximum time in milliseconds without data from the server while it is being read from. */
  readonly silence: number;
  /** Number of bytes that the server has sent. */
  readonly received: number;
  /** Executes the statement and returns how to write each column. */
  start(): Promise<readonly WrittenColumn[]>;
  /** Reads the rows. Settles after the last requested row. */
  run(receive: (row: RowBytes) => void): Promise<void>;
  /** How to write the rows as Arrow. Default: the server makes the record batches from the rows as JSON. */
  readonly arrow?: ArrowOfServer;
  /** Writes one row. */
  write(writer: CellWriter, row: RowBytes): void;
  /** Stops reading from the server, so that the server waits. */
  pause(): void;
  /** Resumes reading. */
  resume(): void;
  /** Ends the connection. Unless all rows have arrived, it also stops what the server does on it. */
  end(whole: boolean): Promise<void>;
  /** Returns what an operator should know about the rows, after the last one. Default: nothing. */
  notice?(): StreamNotice | undefined;
  /** Explains an error to the person who made the filter. */
  explain(error: unknown): unknown;
}

/** How a server's rows are written as Arrow. */
export interface ArrowOfServer {
  /** The columns as far as they are known before the statement runs. */
  readonly columns: readonly ArrowCellColumn[];
  /** Executes the statement, instead of `start` of the rows, and returns how to write each column. */
  start(): Promise<readonly ArrowCellColumn[]>;
}

/** Writes the cells of rows, as text or as Arrow. */
export type CellWriter = Pick<RowWriter | ArrowCellWriter, "target" | "begin" | "empty" | "cell" | "end">;
