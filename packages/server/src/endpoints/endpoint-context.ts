import type { AnyAccount, Context, RefreshOutcome } from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import type { Limits } from "../limits/limits.js";
import type { RequestLog } from "../logs/request-log.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { JsonObject } from "../request/json-object.js";
import type { ServedConnector } from "./served-connector.js";

/** What an endpoint is asked: the parts of a request it may look at. */
export interface EndpointInput {
  /** The JSON body; empty when there was none. */
  readonly body: JsonObject;
  /** Reads the query. */
  readonly query: () => URLSearchParams;
  /** One header as text. */
  readonly header: (name: string) => string | undefined;
}

/** What an endpoint works with. One per request. */
export interface EndpointContext {
  readonly served: ServedConnector;
  readonly requestId: string;
  /** Ends the request early, and the calls of the connector with it. */
  readonly control: RequestControl;
  readonly log: RequestLog;
  readonly limits: Limits;
  /** The present instant. */
  readonly now: () => Date;
  /** Whether CSV cells a spreadsheet would run are made text. */
  readonly formulaEscape: boolean;
  /** What signing in and refreshing need. */
  readonly accounts: ServiceAccounts;
  /** Counts how a refresh ended. */
  readonly countRefresh: (outcome: RefreshOutcome) => void;
  /** Id of the source, set once it is known, for the log. */
  source?: string;
}

/**
 * Makes what a callback of a connector gets.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @returns The callback's context
 */
export function authorContext({ control, log, requestId }: EndpointContext, account: AnyAccount): Context {
  return {
    account,
    // Made when it is looked at: most callbacks never do.
    get signal() {
      return control.signal;
    },
    log,
    requestId,
  };
}
