import type { AccountMembers, RefreshOutcome } from "@wellhead/runtime";
import type { AnyAccount } from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import type { Limits } from "../limits/limits.js";
import type { RequestLog } from "../logs/request-log.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { JsonObject } from "../request/json-object.js";
import type { RequestAttempts } from "../throttle/request-attempts.js";
import type { ServedConnector } from "./served-connector.js";

/** The parts of a request that an endpoint may read. */
export interface EndpointInput {
  /** The JSON body; an empty object when the request had none. */
  readonly body: JsonObject;
  /** Reads the query. */
  readonly query: () => URLSearchParams;
  /** Reads one header as text. */
  readonly header: (name: string) => string | undefined;
}

/** The context of one request. */
export interface EndpointContext {
  readonly served: ServedConnector;
  readonly requestId: string;
  /** Network address of the caller; `undefined` when it is not known. */
  readonly address: string | undefined;
  /** The caller's identity, as connectors see it. */
  readonly caller: string;
  /** Ends the request early, together with the connector's calls. */
  readonly control: RequestControl;
  readonly log: RequestLog;
  readonly limits: Limits;
  /** Returns the current time. */
  readonly now: () => Date;
  /** Whether CSV cells that a spreadsheet would run as formulas are turned into text. */
  readonly formulaEscape: boolean;
  /** What sign-ins and refreshes use. */
  readonly accounts: ServiceAccounts;
  /** Slows down a caller who tries invalid accounts. */
  readonly attempts: RequestAttempts;
  /** Counts the outcome of a refresh. */
  readonly countRefresh: (outcome: RefreshOutcome) => void;
  /** Records that tokens were revoked at their provider, or that the revocation failed. */
  readonly noteRevocation: (outcome: "revoked" | "failed") => void;
  /** Id of the source for the log; set once it is known. */
  source?: string;
  /** The account with its new tokens, if the upstream refused the old ones and they were renewed. */
  renewed?: RenewedAccount;
  /** Time at which this request last asked the provider for tokens, in milliseconds since the epoch. */
  refreshedAt?: number;
}

/** An account that was renewed during a request. */
export interface RenewedAccount {
  readonly account: AnyAccount;
  /** The changed members, as the platform stores them. */
  readonly members: AccountMembers;
}
