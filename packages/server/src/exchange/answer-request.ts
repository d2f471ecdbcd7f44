import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import { emptyAnswer } from "../answer/empty-answer.js";
import { CallerGone } from "../deadline/caller-gone.js";
import type { EndpointContext } from "../endpoints/endpoint-context.js";
import { offers } from "../endpoints/offers.js";
import type { ServedConnector } from "../endpoints/served-connector.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../logs/request-log.js";
import { parseBody } from "../request/parse-body.js";
import { requestIds } from "../request/request-ids.js";
import { headerOf, type WireRequest } from "../request/wire-request.js";
import { type RouteName, route } from "../route/route.js";
import { endpointFunctions } from "./endpoint-functions.js";
import type { Exchange } from "./exchange.js";
import { failedAnswer } from "./failed-answer.js";
import { withCommonHeaders } from "./with-common-headers.js";

/** What is needed to answer a request to a connector. */
export interface AnswerRequestOptions {
  readonly host: Host;
  readonly served: ServedConnector;
  /** Ends the request: aborted when the caller leaves or the service stops. */
  readonly controller: AbortController;
}

/**
 * Answers a request to a connector: route, body, endpoint; every failure in the one error shape.
 *
 * @param request - The request
 * @param options - Service, connector, and what ends the request
 * @returns The answer; its rows, if it has any, are still to be sent
 */
export async function answerRequest(request: WireRequest, options: AnswerRequestOptions): Promise<Exchange> {
  const { host, served, controller } = options;
  const connector = served.connector.id;
  const ids = requestIds(request);
  const log = new RequestLog({ log: host.options.log, requestId: ids.id, connector });
  const found = route(request.method, request.path, (name) => offers(served.connector, name));
  const facts = { log, connector, endpoint: found.kind === "endpoint" ? found.name : "none" };
  let source: string | undefined;
  const respond = async (): Promise<Answer> => {
    if (found.kind === "options") return emptyAnswer(204, { allow: found.allow });
    if (found.kind === "endpoint") {
      host.admit(found.name, request.method);
      host.requests.add(controller, found.name);
      return callEndpoint(found.name, request, {
        ...contextOf(options, ids.id),
        log,
        noteSource: (id) => {
          source = id;
        },
      });
    }
    throw wrongRoute(request, found.kind);
  };
  try {
    const answer = withCommonHeaders(await respond(), ids.headers);
    return { ...facts, answer, source, code: undefined };
  } catch (error) {
    const thrown: unknown = controller.signal.aborted ? controller.signal.reason : error;
    if (thrown instanceof CallerGone) return { ...facts, answer: undefined, source, code: undefined };
    const allow = found.kind === "wrong-method" ? { allow: found.allow } : {};
    const { answer, code } = failedAnswer(thrown, { log, requestId: ids.id, ...allow });
    return { ...facts, answer: withCommonHeaders(answer, ids.headers), source, code };
  }
}

function contextOf(
  { host, served, controller }: AnswerRequestOptions,
  requestId: string,
): Omit<EndpointContext, "log" | "noteSource"> {
  const { limits, formulaEscape, now } = host.options;
  return { served, requestId, signal: controller.signal, limits, formulaEscape, now: now() };
}

function callEndpoint(name: RouteName, request: WireRequest, context: EndpointContext): Promise<Answer> {
  const call = endpointFunctions.get(name);
  if (call === undefined) throw wrongRoute(request, "unknown");
  return call(
    {
      body: request.method === "POST" ? parseBody(request, context.limits) : {},
      query: new URLSearchParams(request.query),
      header: (header) => headerOf(request, header),
    },
    context,
  );
}

function wrongRoute({ method, path }: WireRequest, kind: "unknown" | "wrong-method"): ConnectorError {
  const shown = path.slice(0, 80);
  if (kind === "unknown") {
    return new ConnectorError("not_found", `Find path: found "${shown}", wanted a path of this connector`);
  }
  return new ConnectorError("method_not_allowed", `Call "${shown}": found ${method}, wanted one of "Allow"`);
}
