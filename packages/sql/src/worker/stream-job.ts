import type { AccountErrorContext } from "../errors/account-error-context.js";
import type { PinnedHost, PinnedHosts } from "../network/pin-hosts.js";
import type { Statement } from "../table/statement.js";

/** A statement whose rows are to be streamed. It is sent to a worker unchanged. */
export interface StreamJob<Begin, Value = string | null> {
  /** The servers, one of which is read. */
  readonly hosts: PinnedHosts;
  /** How to begin the transaction. */
  readonly begin: Begin;
  readonly statement: Statement<Value>;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** Maximum time in milliseconds without data from the server while it is being read from. */
  readonly silence: number;
  /** The context of errors. */
  readonly errorContext: AccountErrorContext;
}

/** A statement and the server that runs it. */
export interface RunningJob<Begin, Value = string | null> extends Omit<StreamJob<Begin, Value>, "hosts"> {
  readonly host: PinnedHost;
}
