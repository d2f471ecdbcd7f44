import type { Buffer } from "node:buffer";
import type { RowWriter, WrittenColumn } from "@wellhead/rows";

/** Where the bytes of one row stand. The object is used again for the next row. */
export interface RowBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The rows of a statement that a server is ready to send, over a connection of their own. */
export interface RowsOfServer {
  /** What is being done, in words, for errors. */
  readonly action: string;
  /** Names of the columns in order. */
  readonly columns: readonly string[];
  /** Encoding that the server's text is read in. Default: UTF-8. */
  readonly textEncoding?: string | undefined;
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows wanted after those; `undefined` means all. */
  readonly limit: number | undefined;
  /** Milliseconds the server may send nothing while it is read from. */
  readonly silence: number;
  /** How many bytes the server has sent. */
  readonly received: number;
  /** Has the statement run, and tells how each column is written. */
  start(): Promise<readonly WrittenColumn[]>;
  /** Takes the rows; settles when the last one that is wanted has come. */
  run(receive: (row: RowBytes) => void): Promise<void>;
  /** Writes one row. */
  write(writer: RowWriter, row: RowBytes): void;
  /** Stops reading, so that the server waits. */
  pause(): void;
  /** Reads on. */
  resume(): void;
  /** Ends the connection, and what the server does on it unless all rows have come. */
  end(whole: boolean): Promise<void>;
  /** Puts an error into words for the person who made the filter. */
  explain(error: unknown): unknown;
}
