import type { PinnedTarget } from "@wellhead/sdk";
import type { Credentials, ErrorPlace, Statement } from "@wellhead/sql";
import type { BeginOptions } from "../protocol/begin-read-only.js";
import type { Parameter } from "../protocol/messages.js";

/** One statement whose rows are to be streamed; goes to a worker as it is. */
export interface StreamJob {
  readonly credentials: Credentials;
  readonly target: PinnedTarget;
  readonly begin: BeginOptions;
  readonly statement: Statement<Parameter>;
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows wanted after those; `undefined` means all. */
  readonly limit: number | undefined;
  /** Milliseconds the server may send nothing while it is read from. */
  readonly silence: number;
  /** What errors are about. */
  readonly place: ErrorPlace;
}
