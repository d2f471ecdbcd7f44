import type { Cell, TableColumn } from "@wellhead/results";
import type { ExchangeEvent } from "./exchange.js";
import type { SqlReading } from "./sql.js";

/**
 * The request for the rows of a source. `POST data/runs`; the response is a stream of {@link RunEvent}, one per line.
 */
export interface RunRequest {
  /** Base address of the connector: a path of this service, or an address elsewhere. */
  readonly base: string;
  readonly source: string;
  /** The stored account. Default: none. */
  readonly account?: Readonly<Record<string, unknown>>;
  /**
   * Whether to call POST /validate with the account first. Default: `true`. Use `false` when the page has just
   * validated it.
   */
  readonly validate?: boolean;
  /** Values by field id; dates may be expressions such as `LAST 3 WEEKS`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Maximum number of rows. Default: all. */
  readonly limit?: number;
}

/** A member of an account that POST /validate has changed. */
export interface ChangedMember {
  readonly name: string;
  readonly change: "added" | "replaced";
}

/** The progress of a run. */
export interface RunProgress {
  readonly rows: number;
  /** Bytes of the body, after decompression. */
  readonly bytes: number;
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  /** Milliseconds from the start to the first byte of rows; `undefined` before. */
  readonly firstByteMs?: number;
}

/**
 * How a run ended. `whole`: all rows arrived. `marked`: the connector reported a failure after the rows. `cut`: the
 * stream broke or violated its own format. `cancelled`: the user cancelled it. `refused`: the connector responded with
 * an error. `failed`: the connector could not be reached, or its response could not be read. Rows that arrived before
 * the fault are kept.
 */
export type RunEnding = "whole" | "marked" | "cut" | "cancelled" | "refused" | "failed";

/**
 * What made a run fail. `unreachable`: there was no complete response. `invalid`: the response does not follow the
 * interface. `statement`: the engine cannot run the statement.
 */
export type RunFault = "unreachable" | "invalid" | "statement";

/** The rows of a run that has ended. */
export interface RunResult {
  readonly ending: RunEnding;
  /** Why it did not end whole; empty when it did. */
  readonly message: string;
  /** Field of the filter or account that a refusal is about. */
  readonly field?: string;
  /** Status of a refusal. */
  readonly status?: number;
  /** What failed; absent when it is neither the connector nor the statement, and for other endings than `failed`. */
  readonly fault?: RunFault;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
}

/** An event of a run. */
export type RunEvent =
  | ExchangeEvent
  /** The first event: the id of the run in every later request. */
  | { readonly type: "started"; readonly run: string }
  /** POST /validate has changed the account. It must be stored, because the old tokens may be invalid. */
  | {
      readonly type: "account";
      /** Base address of the connector whose account it is. */
      readonly base: string;
      readonly account: Readonly<Record<string, unknown>>;
      readonly changed: readonly ChangedMember[];
    }
  /** The statement starts to read a source. Sent only for {@link SqlRequest}. */
  | { readonly type: "reading"; readonly reading: SqlReading }
  /** The first rows as they arrive, at most 200 in total. `columns` has every column so far. */
  | {
      readonly type: "rows";
      readonly columns: readonly string[];
      /** Number of the first of these rows. */
      readonly offset: number;
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly type: "progress"; readonly progress: RunProgress }
  /** All rows have arrived. The engine determines the types of the columns. */
  | { readonly type: "storing" }
  /** The last event. Rows, profiles, charts and exports can be requested from now on. */
  | { readonly type: "end"; readonly progress: RunProgress; readonly result: RunResult };
