import type { AccountKind, Context, Http, HttpDefinition } from "@wellhead/sdk";
import type { AccountServices } from "../http/account-services.js";
import { planCall } from "../http/call-plan.js";
import { type HttpEnvironment, processHttpEnvironment } from "../http/http-environment.js";
import { HttpSession } from "../http/http-session.js";
import { readPages } from "../paging/read-pages.js";
import { authorizeOf } from "./authorize-oauth.js";
import { makeCall } from "./make-call.js";

/** Options of {@link openHttp}. */
export interface OpenHttpOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** How the connector reaches its upstream. Default: absolute URLs only, without credentials. */
  readonly definition?: HttpDefinition | undefined;
  /** Kind of the context's account; it signs the requests. Default: requests carry no credentials. */
  readonly kind: AccountKind | undefined;
  /** Account, signal and log of the request. */
  readonly context: Context;
  /** What the service does for the account. Default: the variables of the process, and no refresh. */
  readonly services?: AccountServices | undefined;
  /** Whether a person waits, as in forms and account checks, and not a bulk read. */
  readonly interactive: boolean;
  /** Connections, clock and store. Default: those of the process. */
  readonly environment?: HttpEnvironment;
}

/**
 * Opens the HTTP client of one request.
 *
 * @param options - Definition, account kinds and the request's context
 * @returns The client
 */
export function openHttp(options: OpenHttpOptions): Http {
  const { connector, definition, kind, context, services, interactive } = options;
  const environment = options.environment ?? processHttpEnvironment();
  const shared = { connector, definition, context, services, interactive, environment };
  const plain = () =>
    clientOf(() => new HttpSession({ ...shared, kind: undefined, authorize: undefined, plain: undefined }));
  return clientOf(() => new HttpSession({ ...shared, kind, authorize: kind && authorizeOf(kind), plain }));
}

/** Creates the client. The session is created by the first call, so that an invalid base URL fails that call only. */
function clientOf(make: () => HttpSession): Http {
  let made: HttpSession | undefined;
  const session = () => (made ??= make());
  return {
    get: (path, options = {}) =>
      makeCall(session, () => planCall({ method: "GET", path, baseUrl: session().baseUrl }, options)),
    post: (path, options = {}) =>
      makeCall(session, () => planCall({ method: "POST", path, baseUrl: session().baseUrl }, options)),
    pages: (path, options = {}) => readPages(session, path, options),
  };
}
