import {
  type AccountKind,
  type Context,
  type HttpDefinition,
  Secret,
  type SendOptions,
  type WritingHttp,
} from "@wellhead/sdk";
import { type CallMethod, planCall } from "../http/call-plan.js";
import { CurrentAccount } from "../http/current-account.js";
import { type HttpEnvironment, processHttpEnvironment } from "../http/http-environment.js";
import { HttpSession } from "../http/http-session.js";
import type { BeginWait } from "../http/rate-gate.js";
import { OAuth1Flow } from "../oauth1/oauth1-flow.js";
import { OAuth2Flow } from "../oauth2/oauth2-flow.js";
import { readPages } from "../paging/read-pages.js";
import { makeCall } from "./make-call.js";

/** Options of {@link openHttp}. */
export interface OpenHttpOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** How the connector reaches its upstream. Default: absolute URLs only, without credentials. */
  readonly definition?: HttpDefinition | undefined;
  /** The account that signs the requests. Default: requests carry no credentials. */
  readonly account?: CurrentAccount | undefined;
  /** Signal and log of the request. */
  readonly context: Context;
  /** Variables of the deployment, such as the consumer key that an OAuth 1 account signs with. Default: the process's. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Returns the key of the account in a store. It stays the same after a refresh and reveals nothing about the account.
   * Default: a key that only this process can compute.
   */
  readonly keyOf?: (() => Promise<string>) | undefined;
  /** Whether a person waits, as in forms and account checks, and not a bulk read. */
  readonly interactive: boolean;
  /** Called when a call begins to wait for a limit of the upstream; returns what is called when the wait ends. */
  readonly beginWait?: BeginWait | undefined;
  /** Connections, clock and store. Default: those of the process. */
  readonly environment?: HttpEnvironment;
}

/**
 * Opens the HTTP client of one request.
 *
 * @param options - Definition, account kinds and the request's context
 * @returns The client
 */
export function openHttp(options: OpenHttpOptions): WritingHttp {
  const { connector, definition, context, keyOf, interactive, beginWait } = options;
  const { environment = processHttpEnvironment(), variables = process.env } = options;
  const unsigned = new CurrentAccount({ account: context.account, now: environment.now });
  const { account = unsigned } = options;
  const shared = { connector, definition, context, variables, keyOf, interactive, environment, beginWait };
  const plain = () =>
    clientOf(() => new HttpSession({ ...shared, account: unsigned, authorize: undefined, plain: undefined }));
  const authorize = account.kind && authorizeOf(account.kind);
  return clientOf(() => new HttpSession({ ...shared, account, authorize, plain }));
}

/** Creates the client. The session is created by the first call, so that an invalid base URL fails that call only. */
function clientOf(make: () => HttpSession): WritingHttp {
  let made: HttpSession | undefined;
  const session = () => (made ??= make());
  const calls =
    (method: CallMethod) =>
    (path: string, options: SendOptions = {}) =>
      makeCall(session, () => planCall({ method, path, baseUrl: session().baseUrl }, options));
  return {
    get: calls("GET"),
    post: calls("POST"),
    put: calls("PUT"),
    patch: calls("PATCH"),
    delete: calls("DELETE"),
    pages: (path, options = {}) => readPages(session, path, options),
  };
}

/** Adds the credentials of an account to a request. */
export type Authorize = NonNullable<AccountKind["authorize"]>;

/**
 * Returns how the requests of an account kind get their credentials.
 *
 * @param kind - The account kind
 * @returns The kind's own function, else the one of its OAuth version; `undefined` when requests carry no credentials
 */
function authorizeOf(kind: AccountKind): Authorize | undefined {
  const { oauth1, oauth2 } = kind;
  if (kind.authorize !== undefined) return kind.authorize.bind(kind);
  if (oauth2 !== undefined) return authorizeOAuth2(new OAuth2Flow(oauth2));
  return oauth1 && authorizeOAuth1(new OAuth1Flow(oauth1));
}

function authorizeOAuth2(flow: OAuth2Flow): Authorize {
  return (request, account, { variables }) => {
    request.certificate = flow.certificate(variables);
    request.headers["authorization"] = `Bearer ${tokenIn(account, "access_token")}`;
  };
}

function authorizeOAuth1(flow: OAuth1Flow): Authorize {
  return ({ method, url, headers, body }, account, { variables }) => {
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    headers["authorization"] = flow.sign(
      { method, url, form: new URLSearchParams(isForm ? (body ?? "") : "") },
      { token: tokenIn(account, "access_token"), tokenSecret: tokenIn(account, "access_secret") },
      variables,
    );
  };
}

/** Both OAuth forms require these members and accept nothing but a secret for them. */
function tokenIn(account: Readonly<Record<string, unknown>>, member: string): string {
  const value = account[member];
  if (value instanceof Secret) return value.reveal();
  throw new TypeError(`Could not authorize a request: expected a secret in "${member}" of the account.`);
}
