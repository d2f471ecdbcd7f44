import type { PinnedTarget } from "@wellhead/sdk";
import type { Credentials } from "../account/credentials.js";
import type { ErrorPlace } from "../errors/error-place.js";
import type { Statement } from "../table/statement.js";

/** One statement whose rows are to be streamed; goes to a worker as it is. */
export interface StreamJob<Begin, Value = string | null> {
  readonly credentials: Credentials;
  readonly target: PinnedTarget;
  /** How the transaction begins. */
  readonly begin: Begin;
  readonly statement: Statement<Value>;
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows wanted after those; `undefined` means all. */
  readonly limit: number | undefined;
  /** Milliseconds the server may send nothing while it is read from. */
  readonly silence: number;
  /** What errors are about. */
  readonly place: ErrorPlace;
}
