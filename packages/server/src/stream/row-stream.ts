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

/** The text before, between and after the rows of one format. */
export interface Frame {
  readonly contentType: string;
  /** Text between two rows. */
  readonly separator: string;
  /** Whether the separator follows the last row too. It is then sent with the rows before it, and not with the next. */
  readonly endsRows: boolean;
  /** Text before the first row. */
  readonly open: string;
  /** Text at the end of a stream that is whole. */
  readonly close: string;
  /**
   * Returns the end of a failed stream. Formats that cannot express a mark do not have this method; their streams can
   * only be cut.
   *
   * @param error - Why the rows end; its message must contain no secrets
   * @returns The mark, and the text after it
   */
  mark?(error: Pick<ConnectorError, "message" | "status">): string;
}
