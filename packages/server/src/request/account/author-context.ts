import { accountNameOf, type DeploymentSecret, openHttp } from "@wellhead/runtime";
import {
  type AnyAccount,
  accountKey,
  type Context,
  type Log,
  Secret,
  type WithWritingHttp,
  type WritingHttp,
} from "@wellhead/sdk";
import type { RequestScope } from "../request-scope.js";
import type { RequestAccount } from "./request-account.js";

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
 * @param scope - The request
 * @param account - The account of the request
 * @param more - Further members, such as the values of the filter. Default: none
 * @param options - Signal of the callback, and whether it reads rows
 * @returns The callback's context, with the current tokens of the account
 */
export function authorContext<Members extends object = object>(
  scope: RequestScope,
  account: RequestAccount,
  { more, ...options }: CallbackOptions & { readonly more?: Members } = {},
): Members & WithWritingHttp<Context> {
  // Without further members, `Members` is the type of any object.
  return Object.assign(new AuthorContext(scope, account, options), more as Members);
}

/**
 * The members that every callback receives. The signal and the client are created on first access, because most
 * callbacks never use them.
 *
 * All contexts share the same two getters. An object literal with getters would create new functions for each request,
 * and V8 keeps a pair of accessors in the old generation, from where it retains the whole request until the next full
 * collection.
 */
class AuthorContext implements WithWritingHttp<Context> {
  static readonly #lazyMembers = {
    signal: {
      enumerable: true,
      get(this: AuthorContext): AbortSignal {
        return this.#options.signal ?? this.#scope.control.signal;
      },
    },
    http: {
      enumerable: true,
      get(this: AuthorContext): WritingHttp {
        return (this.#http ??= this.#openClient());
      },
    },
  };

  readonly account: AnyAccount;
  readonly log: Log;
  readonly requestId: string;
  readonly caller: string;
  declare readonly signal: AbortSignal;
  declare readonly http: WritingHttp;
  readonly #scope: RequestScope;
  readonly #account: RequestAccount;
  readonly #options: CallbackOptions;
  #http: WritingHttp | undefined;

  constructor(scope: RequestScope, account: RequestAccount, options: CallbackOptions) {
    this.account = account.value;
    this.log = scope.log;
    this.requestId = scope.requestId;
    this.caller = scope.caller;
    this.#scope = scope;
    this.#account = account;
    this.#options = options;
    Object.defineProperty(this, "signal", AuthorContext.#lazyMembers.signal);
    Object.defineProperty(this, "http", AuthorContext.#lazyMembers.http);
  }

  #openClient(): WritingHttp {
    const scope = this.#scope;
    const account = this.#account;
    const { connector } = scope.served;
    return openHttp({
      connector: connector.id,
      definition: connector.http,
      account: account.current,
      context: this,
      variables: scope.service.accounts.environment.variables,
      keyOf: () => nameAccount(account, scope, { value: this.account }),
      interactive: this.#options.bulk !== true,
      beginWait: () => scope.control.activity.limitWaits.enter(),
    });
  }
}

/** Options of {@link nameAccount}. */
export interface NameAccountOptions {
  /** The current value of the account. Default: the one of the request. */
  readonly value?: AnyAccount;
  /** A secret of the deployment. Default: the current one. */
  readonly secret?: DeploymentSecret;
}

/**
 * Derives the key of an account in the store that replicas share, using a secret of the deployment.
 *
 * @param account - The account
 * @param scope - The request
 * @param options - Value and secret
 * @returns The key; it stays the same for an account, even after a refresh, and reveals nothing to readers of the store
 */
export async function nameAccount(
  account: RequestAccount,
  { served, oauth }: RequestScope,
  { value = account.value, secret = oauth.environment.secret }: NameAccountOptions = {},
): Promise<string> {
  const { kind } = account;
  const { access_token: token } = value;
  if (kind.oauth2 !== undefined && token instanceof Secret) {
    return await accountNameOf(token.reveal(), oauth, secret);
  }
  const digest = (text: string): string => secret.derive("account", text);
  return accountKey({ connector: served.connector.id, account: value, form: kind.fields, digest });
}
