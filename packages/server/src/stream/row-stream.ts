import type { ConnectorError, EncodedBatch } from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import type { Compression } from "./compression.js";
import type { BatchReader } from "./rows/batch-reader.js";

/** Rows that are ready to be sent. The first batch has been read, so only later batches can still fail. */
export interface RowStream {
  readonly frame: Frame;
  /** The first batch; `undefined` when there are no rows. */
  readonly first: EncodedBatch | undefined;
  /** The batches after the first. */
  readonly reader: BatchReader<EncodedBatch>;
  readonly compression: Compression | undefined;
  /** Ends the request early: the caller disconnected, or the service is shutting down. */
  readonly control: RequestControl;
}

/** What stands before, between and after the rows of one format. */
export interface Frame {
  readonly contentType: string;
  /** What stands between two rows, or between two batches of a format that has batches. */
  readonly separator: string | Uint8Array;
  /** Whether the separator follows the last row too. It is then sent with the rows before it, and not with the next. */
  readonly endsRows: boolean;
  /** What stands before the first row. */
  readonly open: string | Uint8Array;
  /** The end of a stream that is whole. */
  readonly close: string | Uint8Array;
  /**
   * Whether the connection is destroyed after a mark, because readers of the format that do not know the mark would
   * take an answer that ends for a whole one. Default: `false`.
   */
  readonly cutsAfterMark?: boolean;
  /**
   * Returns the end of a failed stream. Formats that cannot express a mark do not have this method; their streams can
   * only be cut.
   *
   * @param error - Why the rows end; its message must contain no secrets
   * @returns The mark, and the text after it
   */
  mark?(error: Pick<ConnectorError, "message" | "status">): string | Uint8Array;
}

/** The text before, between and after the rows of a format that is text. */
export interface TextFrame extends Frame {
  readonly separator: string;
  readonly open: string;
  readonly close: string;
  mark?(error: Pick<ConnectorError, "message" | "status">): string;
}
