import type { ErrorPlace } from "../errors/error-place.js";
import type { PinnedHosts } from "../network/pin-hosts.js";
import type { Statement } from "../table/statement.js";

/** One statement whose rows are to be streamed; goes to a worker as it is. */
export interface StreamJob<Begin, Value = string | null> {
  /** The servers of which one is read. */
  readonly hosts: PinnedHosts;
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
