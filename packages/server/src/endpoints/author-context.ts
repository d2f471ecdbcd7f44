import { type AccountServices, openHttp } from "@wellhead/runtime";
import { type AnyAccount, type Context, type Http, type Log, type WithHttp } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { EndpointContext } from "./endpoint-context.js";
import { nameAccount } from "./name-account.js";
import { renewAccount } from "./renew-account.js";

/** How a callback differs from others, besides the members of its context. */
export interface CallbackOptions {
  /** Signal of the callback. Default: that of the request. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the callback reads rows. Default: `false`; a person waits for it. */
  readonly bulk?: boolean | undefined;
}

/**
 * Builds the context that a callback of a connector receives.
 *
 * All its members are its own and enumerable, so that an author may spread it: `{ ...context, page: 1 }`.
 *
 * @param context - Context of the request
 * @param account - The account of the request
 * @param more - Further members, such as the values of the filter. Default: none
 * @param options - Signal of the callback, and whether it reads rows
 * @returns The callback's context, with the renewed account if an earlier callback of this request renewed it
 */
export function authorContext<Members extends object = object>(
  context: EndpointContext,
  account: AnyAccount,
  { more, ...options }: CallbackOptions & { readonly more?: Members } = {},
): Members & WithHttp<Context> {
  // Without further members, `Members` is the type of any object.
  return Object.assign(new AuthorContext(context, account, options), more as Members);
}

/**
 * The members that every callback receives. The signal and the client are created on first access, because most
 * callbacks never use them.
 *
 * All contexts share the same two getters. An object literal with getters would create new functions for each request,
 * and V8 keeps a pair of accessors in the old generation, from where it retains the whole request until the next full
 * collection.
 */
class AuthorContext implements WithHttp<Context> {
  static readonly #lazyMembers = {
    signal: {
      enumerable: true,
      get(this: AuthorContext): AbortSignal {
        return this.#options.signal ?? this.#context.control.signal;
      },
    },
    http: {
      enumerable: true,
      get(this: AuthorContext): Http {
        return (this.#http ??= openClient(this.#context, this, this.#options.bulk === true));
      },
    },
  };

  readonly account: AnyAccount;
  readonly log: Log;
  readonly requestId: string;
  readonly caller: string;
  declare readonly signal: AbortSignal;
  declare readonly http: Http;
  readonly #context: EndpointContext;
  readonly #options: CallbackOptions;
  #http: Http | undefined;

  constructor(context: EndpointContext, account: AnyAccount, options: CallbackOptions) {
    this.account = context.renewed?.account ?? account;
    this.log = context.log;
    this.requestId = context.requestId;
    this.caller = context.caller;
    this.#context = context;
    this.#options = options;
    Object.defineProperty(this, "signal", AuthorContext.#lazyMembers.signal);
    Object.defineProperty(this, "http", AuthorContext.#lazyMembers.http);
  }
}

function openClient(context: EndpointContext, given: Context, bulk: boolean): Http {
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
