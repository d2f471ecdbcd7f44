import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import { emptyAnswer } from "../answer/empty-answer.js";
import { readableThrown } from "../answer/to-connector-error.js";
import type { AuditDetails, AuditEvent } from "../audit/audit-log.js";
import type { Caller } from "../callers/caller-guard.js";
import { callerKey } from "../callers/caller-key.js";
import { CallerGone } from "../deadline/caller-gone.js";
import type { RequestControl } from "../deadline/request-control.js";
import type { EndpointContext, EndpointInput } from "../endpoints/endpoint-context.js";
import { offers } from "../endpoints/offers.js";
import type { ServedConnector } from "../endpoints/served-connector.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../logs/request-log.js";
import { parseBody } from "../request/parse-body.js";
import { type RequestIds, requestIds } from "../request/request-ids.js";
import { headerOf, type WireRequest } from "../request/wire-request.js";
import { type Route, route } from "../route/route.js";
import type { FailureLevel } from "../throttle/failure-settings.js";
import { RequestAttempts } from "../throttle/request-attempts.js";
import { endpointFunctions } from "./endpoint-functions.js";
import type { Exchange } from "./exchange.js";
import { failedAnswer } from "./failed-answer.js";
import { withCommonHeaders } from "./with-common-headers.js";

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
  const exchange = open(request, { host, served, control, caller });
  const { found, context } = exchange;
  try {
    const answer = respond(found, request, { host, context });
    if (!(answer instanceof Promise)) return answered(exchange, answer);
    return answer.then(
      (late) => answered(exchange, late),
      (error: unknown) => failed(exchange, error),
    );
  } catch (error) {
    return failed(exchange, error);
  }
}

/** Creates the context of a request, and the function that counts and audits its outcome. */
function open(request: WireRequest, { host, served, control, caller }: AnswerRequestOptions): OpenExchange {
  const ids = requestIds(request);
  const { limits, formulaEscape, now, log: sink, accounts, metrics, audit, failures } = host.options;
  const connector = served.connector.id;
  const found = route(request.method, request.path, (name) => offers(served.connector, name));
  const log = new RequestLog({ log: sink, ids, connector });
  const endpoint = nameOf(found);
  // Identifies the request where nothing else can: for an uncaught error, and while it blocks the event loop.
  control.logUncaught = (thrown) => log.failed(uncaught, thrown, "error");
  control.describe = () => ({ connector, endpoint, requestId: log.requestId });
  const audited = (event: AuditEvent, details: Pick<AuditDetails, "code" | "outcome" | "reason">): void => {
    const { requestId } = log;
    audit.write(event, { requestId, connector, address: caller.address, caller: caller.name, ...details });
  };
  const throttled = (level: FailureLevel): void => {
    metrics.throttled({ connector, level });
    audited("caller_throttled", { code: "rate_limited", reason: `too many failures: ${level}` });
  };
  const key = callerKey(caller);
  const attempts = new RequestAttempts({ throttle: failures, connector, caller: key, endpoint, throttled });
  const context: EndpointContext = {
    served,
    requestId: ids.id,
    address: caller.address,
    caller: key,
    control,
    log,
    limits,
    formulaEscape,
    now,
    accounts,
    attempts,
    noteRevocation: (outcome) => audited("tokens_revoked", { outcome }),
    countRefresh: (outcome) => {
      metrics.refreshed({ connector, outcome });
      audited(outcome === "refused" ? "account_revoked" : "account_refreshed", { outcome });
    },
  };
  const conclude = (code?: string): void => {
    attempts.settle(code);
    const event = signInEvent(found, code);
    if (event !== undefined) audited(event, { code });
  };
  return { found, ids, context, conclude };
}

const uncaught = "Could not catch an error of the connector: it was thrown in a timer or a promise.";

/** Returns the name of the endpoint a path leads to; `none` when it matches no endpoint. */
function nameOf(found: Route): string {
  return found.kind === "endpoint" ? found.name : "none";
}

/** An exchange that has no response yet. */
interface OpenExchange {
  readonly found: Route;
  readonly ids: RequestIds;
  readonly context: EndpointContext;
  /** Counts the attempt, and writes the audit event of a sign-in. */
  readonly conclude: (code?: string) => void;
}

/** Returns the audit event of a sign-in request. A sign-in is two requests, and either can be refused. */
function signInEvent(found: Route, code: string | undefined): AuditEvent | undefined {
  const step = found.kind === "endpoint" ? /^oauth[12](Start|Finish)/.exec(found.name)?.[1] : undefined;
  if (step === undefined) return undefined;
  if (code !== undefined) return "sign_in_refused";
  return step === "Start" ? "sign_in_begun" : "sign_in_finished";
}

function answered(exchange: OpenExchange, answer: Answer, code?: string): Exchange {
  const { found, ids, context, conclude } = exchange;
  conclude(code);
  return {
    answer: withCommonHeaders(answer, ids.headers),
    log: context.log,
    connector: context.served.connector.id,
    endpoint: nameOf(found),
    source: context.source,
    code,
  };
}

function failed(exchange: OpenExchange, error: unknown): Exchange {
  const { found, ids, context } = exchange;
  const { control, log } = context;
  const thrown = readableThrown(control.aborted ? control.reason : error);
  const allow = found.kind === "wrong-method" ? { allow: found.allow } : {};
  if (thrown instanceof CallerGone) {
    // Nobody received the outcome of a sign-in, so no audit event is written. The log says that the caller left.
    const untold = { ...exchange, conclude: () => undefined };
    return { ...answered(untold, emptyAnswer(204)), answer: undefined };
  }
  const { answer, code } = failedAnswer(thrown, {
    log,
    requestId: ids.id,
    ...allow,
    failedAccount: finishesOAuth(found),
  });
  return answered(exchange, answer, code);
}

function respond(
  found: Route,
  request: WireRequest,
  { host, context }: { readonly host: Host; readonly context: EndpointContext },
): Answer | Promise<Answer> {
  if (found.kind === "options") return emptyAnswer(204, { allow: found.allow });
  const call = found.kind === "endpoint" ? endpointFunctions.get(found.name) : undefined;
  if (found.kind !== "endpoint" || call === undefined) throw wrongRoute(request, found.kind);
  host.requests.add(context.control, { endpoint: found.name, connector: context.served.connector.id });
  const input: EndpointInput = {
    body: request.method === "POST" ? parseBody(request, context.limits) : {},
    query: () => new URLSearchParams(request.query),
    header: (header) => headerOf(request, header),
  };
  return call(input, context);
}

function wrongRoute({ method, path }: WireRequest, kind: Route["kind"]): ConnectorError {
  const shown = path.slice(0, 80);
  if (kind === "wrong-method") {
    return new ConnectorError(
      "method_not_allowed",
      `Call "${shown}": found ${method}, wanted one of "Allow"`,
    );
  }
  return new ConnectorError("not_found", `Find path: found "${shown}", wanted a path of this connector`);
}

/** Returns whether the request finishes a sign-in. First-generation platforms read such an error from `errors`. */
function finishesOAuth(found: Route): boolean {
  return found.kind === "endpoint" && /^oauth[12]Finish/.test(found.name);
}
