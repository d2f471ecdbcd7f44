import type { AnyAccount, Context } from "@wellhead/sdk";
import type { Limits } from "../limits/limits.js";
import type { RequestLog } from "../logs/request-log.js";
import type { JsonObject } from "../request/json-object.js";
import type { ServedConnector } from "./served-connector.js";

/** What an endpoint is asked: the parts of a request it may look at. */
export interface EndpointInput {
  /** The JSON body; empty when there was none. */
  readonly body: JsonObject;
  readonly query: URLSearchParams;
  /** One header as text. */
  readonly header: (name: string) => string | undefined;
}

/** What an endpoint works with. One per request. */
export interface EndpointContext {
  readonly served: ServedConnector;
  readonly requestId: string;
  /** Aborted when the request is given up. */
  readonly signal: AbortSignal;
  readonly log: RequestLog;
  readonly limits: Limits;
  readonly now: Date;
  /** Whether CSV cells a spreadsheet would run are made text. */
  readonly formulaEscape: boolean;
  /** Takes the id of the source once it is known, for the log. */
  readonly noteSource: (id: string) => void;
}

/**
 * Makes what a callback of a connector gets.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @param signal - Aborted when the callback's work is no longer wanted
 * @returns The callback's context
 */
export function authorContext(
  { log, requestId }: EndpointContext,
  account: AnyAccount,
  signal: AbortSignal,
): Context {
  return { account, signal, log, requestId };
}
