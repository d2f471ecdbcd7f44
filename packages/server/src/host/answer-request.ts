import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { Caller } from "../callers/caller.js";
import { CallerGone, type RequestControl } from "../deadline/request-control.js";
import { type Answer, emptyAnswer, failedAnswer, withCommonHeaders } from "../request/answer.js";
import type { Endpoint, Face, Route } from "../request/faces.js";
import { RequestScope, type ServedConnector } from "../request/request-scope.js";
import { type JsonObject, parseBody } from "../wire/parse-body.js";
import { readableThrown } from "../wire/thrown.js";
import { requestIds, type WireRequest } from "../wire/wire-request.js";
import type { Host } from "./host.js";

/** The response to a request, and what the log says about it. */
export interface Exchange {
  readonly scope: RequestScope;
  /** The response; `undefined` when the caller has disconnected. */
  readonly answer: Answer | undefined;
  /** Error code, if the response is an error. */
  readonly code: string | undefined;
}

/** Options of {@link answerRequest}. */
export interface AnswerRequestOptions {
  readonly host: Host;
  readonly served: ServedConnector;
  /** Ends the request early: when the caller disconnects, the timeout expires, or the service shuts down. */
  readonly control: RequestControl;
  /** The sender of the request. */
  readonly caller: Caller;
}

/**
 * Handles a request to a connector: finds the route, parses the body and calls the endpoint. Every failure becomes an
 * error response of the same shape.
 *
 * @param request - The request
 * @param options - Service, connector, and what ends the request early
 * @returns The response, as a promise only if something had to be awaited; its rows, if any, are yet to be sent
 */
export function answerRequest(
  request: WireRequest,
  { host, served, control, caller }: AnswerRequestOptions,
): Exchange | Promise<Exchange> {
  control.egress = served.egressOf(undefined);
  const found = host.faces.route(request.method, request.path, served.connector);
  const endpoint = found.kind === "endpoint" ? found.endpoint.name : "none";
  const ids = requestIds(request);
  const scope = new RequestScope({ service: host.options, served, control, caller, ids, endpoint });
  // Identifies the request where nothing else can: for an uncaught error, and while it blocks the event loop.
  control.request = scope;
  try {
    const answer = respond(found, request, { host, scope });
    if (!(answer instanceof Promise)) return answered(scope, found, { answer });
    return answer.then(
      (late) => answered(scope, found, { answer: late }),
      (error: unknown) => failed(scope, found, { error, face: host.faces.of(request.path) }),
    );
  } catch (error) {
    return failed(scope, found, { error, face: host.faces.of(request.path) });
  }
}

const nothing: JsonObject = {};

function respond(
  found: Route,
  request: WireRequest,
  { host, scope }: { readonly host: Host; readonly scope: RequestScope },
): Answer | Promise<Answer> {
  if (found.kind === "options") return emptyAnswer(204, { allow: found.allow });
  if (found.kind !== "endpoint") throw wrongRoute(request, found.kind);
  const { endpoint } = found;
  host.requests.add(scope.control, { endpoint: endpoint.name, connector: scope.served.connector.id });
  const hasJson = endpoint.method !== "GET" && endpoint.readsBytes !== true;
  const body = hasJson ? parseBody(request, scope.service.limits) : nothing;
  return endpoint.handle({ request, body }, scope);
}

function wrongRoute({ method, path }: WireRequest, kind: Route["kind"]): ConnectorError {
  const shown = path.slice(0, 80);
  if (kind === "wrong-method") {
    return new ConnectorError(
      "method_not_allowed",
      `Could not call "${shown}": expected a method that "Allow" lists, got ${method}.`,
    );
  }
  return new ConnectorError(
    "not_found",
    `Could not find the path "${shown}": this connector does not have it.`,
  );
}

/** Counts the attempt, writes the audit event of a sign-in, and completes the response. */
function answered(
  scope: RequestScope,
  found: Route,
  { answer, code }: { readonly answer: Answer; readonly code?: string },
): Exchange {
  scope.attempts.settle(code);
  if (found.kind === "endpoint") auditSignIn(scope, found.endpoint, code);
  return { scope, answer: withCommonHeaders(answer, scope.ids.headers), code };
}

function failed(
  scope: RequestScope,
  found: Route,
  { error, face }: { readonly error: unknown; readonly face: Face },
): Exchange {
  const { control, log, requestId } = scope;
  const thrown = readableThrown(control.aborted && !explains(error, control.reason) ? control.reason : error);
  // Nobody received the outcome of a sign-in, so no audit event is written. The log says that the caller left.
  if (thrown instanceof CallerGone) return { scope, answer: undefined, code: undefined };
  const failure = failedAnswer(thrown, {
    errorBody: face.errorBody,
    log,
    requestId,
    ...(found.kind === "wrong-method" && { allow: found.allow }),
    ...(found.kind === "endpoint" && { endpoint: found.endpoint.name }),
  });
  return answered(scope, found, failure);
}

/** Reports whether an error says what the end of the request means. */
function explains(error: unknown, reason: unknown): boolean {
  return isConnectorError(error) && error.cause === reason && !(reason instanceof CallerGone);
}

/** Writes the audit event of a sign-in. A sign-in is two requests, and either can be refused. */
function auditSignIn(scope: RequestScope, { signIn }: Endpoint, code: string | undefined): void {
  if (signIn === undefined) return;
  const event = signIn === "start" ? "sign_in_begun" : "sign_in_finished";
  scope.audit(code === undefined ? event : "sign_in_refused", { code });
}
