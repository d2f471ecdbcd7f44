import type {
  AccountMembers,
  AccountServices,
  AnyAccount,
  RefreshOutcome,
  ServiceContext,
} from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import type { Limits } from "../limits/limits.js";
import type { RequestLog } from "../logs/request-log.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { JsonObject } from "../request/json-object.js";
import type { RequestAttempts } from "../throttle/request-attempts.js";
import { nameAccount } from "./name-account.js";
import { renewAccount } from "./renew-account.js";
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
  /** Network address of the caller; `undefined` when it is not known. */
  readonly address: string | undefined;
  /** Who asks, as connectors see it. */
  readonly caller: string;
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
  /** Slows down a caller who tries wrong accounts. */
  readonly attempts: RequestAttempts;
  /** Counts how a refresh ended. */
  readonly countRefresh: (outcome: RefreshOutcome) => void;
  /** Notes that tokens were revoked at their provider, or that this failed. */
  readonly noteRevocation: (outcome: "revoked" | "failed") => void;
  /** Id of the source, set once it is known, for the log. */
  source?: string;
  /** The account after the upstream called it stale and it was renewed. */
  renewed?: RenewedAccount;
  /** When the provider was last asked for tokens in this request, in milliseconds. */
  refreshedAt?: number;
}

/** An account that was renewed within a request. */
export interface RenewedAccount {
  readonly account: AnyAccount;
  /** Members that changed, as the platform stores them. */
  readonly members: AccountMembers;
}

/**
 * Makes what a callback of a connector gets.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @returns The callback's context; its account is the renewed one, if an earlier callback had it renewed
 */
export function authorContext(context: EndpointContext, account: AnyAccount): ServiceContext;
/**
 * Makes what a callback of a connector gets, and what this one gets besides.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @param more - Further members; a signal among them takes the place of the request's own
 * @returns The callback's context with them
 */
export function authorContext<Members extends object>(
  context: EndpointContext,
  account: AnyAccount,
  more: Members & { readonly signal?: AbortSignal },
): Omit<Members, "signal"> & ServiceContext;
export function authorContext(
  context: EndpointContext,
  account: AnyAccount,
  more?: { readonly signal?: AbortSignal },
): ServiceContext {
  if (more === undefined) return plainContext(context, account);
  const { signal, ...members } = more;
  return Object.assign(plainContext(context, account, signal), members);
}

/**
 * A plain object, so that an author may spread it. Signal and services are made when they are looked at, as most callbacks
 * never do.
 */
function plainContext(context: EndpointContext, account: AnyAccount, signal?: AbortSignal): ServiceContext {
  return {
    account: context.renewed?.account ?? account,
    log: context.log,
    requestId: context.requestId,
    caller: context.caller,
    get signal(): AbortSignal {
      return signal ?? context.control.signal;
    },
    get accounts(): AccountServices {
      return {
        variables: context.accounts.environment.variables,
        keyOf: (given) => nameAccount(given, context),
        renew: (stale) => renewAccount(stale, context),
      };
    },
  };
}
