import type { EncodedBatch } from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import type { BatchReader } from "../rows/batch-reader.js";
import type { Compression } from "./compression.js";
import type { Frame } from "./frame.js";

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
