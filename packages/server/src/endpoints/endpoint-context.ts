import {
  type AccountMembers,
  type AccountServices,
  type AnyAccount,
  type Context,
  type Http,
  openHttp,
  type RefreshOutcome,
  type WithHttp,
} from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { RequestControl } from "../deadline/request-control.js";
import type { Limits } from "../limits/limits.js";
import type { RequestLog } from "../logs/request-log.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { JsonObject } from "../request/json-object.js";
import type { RequestAttempts } from "../throttle/request-attempts.js";
import { nameAccount } from "./name-account.js";
import { renewAccount } from "./renew-account.js";
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

/**
 * Builds the context that a callback of a connector receives.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @returns The callback's context, with the renewed account if an earlier callback of this request renewed it
 */
export function authorContext(context: EndpointContext, account: AnyAccount): WithHttp<Context>;
/**
 * Builds the context that a callback of a connector receives, with further members.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @param more - Further members; a `signal` among them replaces the signal of the request, and `bulk` says that the
 * callback reads rows, so that its calls may wait longer for a limit of the upstream
 * @returns The callback's context with these members
 */
export function authorContext<Members extends object>(
  context: EndpointContext,
  account: AnyAccount,
  more: Members & CallbackOptions,
): Omit<Members, keyof CallbackOptions> & WithHttp<Context>;
export function authorContext(
  context: EndpointContext,
  account: AnyAccount,
  more: CallbackOptions = {},
): WithHttp<Context> {
  const { signal, bulk, ...members } = more;
  return Object.assign(plainContext(context, account, { signal, bulk }), members);
}

/** What a callback needs besides the members of its context. */
interface CallbackOptions {
  /** Signal of the callback. Default: that of the request. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the callback reads rows. Default: `false`; a person waits for it. */
  readonly bulk?: boolean | undefined;
}

/**
 * Builds a plain object, so that connector authors can spread it. The signal and the client are created on first
 * access, because most callbacks never use them.
 */
function plainContext(
  context: EndpointContext,
  account: AnyAccount,
  { signal, bulk = false }: CallbackOptions,
): WithHttp<Context> {
  let http: Http | undefined;
  const given: WithHttp<Context> = {
    account: context.renewed?.account ?? account,
    log: context.log,
    requestId: context.requestId,
    caller: context.caller,
    get signal(): AbortSignal {
      return signal ?? context.control.signal;
    },
    get http(): Http {
      return (http ??= clientOf(context, given, bulk));
    },
  };
  return given;
}

/** Opens the HTTP client of a callback. */
function clientOf(context: EndpointContext, given: Context, bulk: boolean): Http {
  const { connector } = context.served;
  const services: AccountServices = {
    variables: context.accounts.environment.variables,
    keyOf: (account) => nameAccount(account, context),
    renew: (stale) => renewAccount(stale, context),
  };
  return openHttp({
    connector: connector.id,
    definition: connector.http,
    kind: findAccountKind(connector, {}, given.account.kind).kind,
    context: given,
    services,
    interactive: !bulk,
  });
}
