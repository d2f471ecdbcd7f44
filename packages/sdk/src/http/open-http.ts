import type { AccountKinds } from "../accounts/account-kind.js";
import type { ServiceContext } from "../context/service-context.js";
import { readPages } from "../paging/read-pages.js";
import { planCall } from "./call-plan.js";
import type { Http } from "./http.js";
import type { HttpDefinition } from "./http-definition.js";
import { type HttpEnvironment, processHttpEnvironment } from "./http-environment.js";
import { HttpSession } from "./http-session.js";
import { makeCall } from "./make-call.js";

/** Options of {@link openHttp}. */
export interface OpenHttpOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** How the connector reaches its upstream. Default: absolute URLs only, without credentials. */
  readonly definition?: HttpDefinition | undefined;
  /** The connector's account kinds; the kind of the context's account signs the requests. */
  readonly kinds: AccountKinds;
  /** Account, signal and log of the request. */
  readonly context: ServiceContext;
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
  const { connector, definition, kinds, context, interactive } = options;
  const environment = options.environment ?? processHttpEnvironment();
  const kind = Object.hasOwn(kinds, context.account.kind) ? kinds[context.account.kind] : undefined;
  const shared = { connector, definition, context, interactive, environment };
  const plain = () => clientOf(() => new HttpSession({ ...shared, kind: undefined, plain: undefined }));
  return clientOf(() => new HttpSession({ ...shared, kind, plain }));
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
