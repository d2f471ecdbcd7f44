import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { currentSpan, errorType, type Span, withSpan } from "@wellhead/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../callers/caller-guard.js";
import { CallerGone, RequestControl, watchCaller } from "../deadline/request-control.js";
import type { Host } from "../host/host.js";
import { passHooks, writeHead } from "../stream/pass-hooks.js";
import { type Pace, ResponseSink, watchReader } from "../stream/response-sink.js";
import type { ConnectorWorker } from "./connector-worker.js";
import { callerHeader, writeCaller } from "./worker-messages.js";

/** Headers that belong to one connection, or that authenticate the caller, which the service has already done. */
const ownHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "content-length",
  "authorization",
  "signature",
  "signature-input",
  "cookie",
]);

/** Facts about a request to forward. */
export interface Forwarded {
  /** Name of the endpoint; `undefined` when its cost is negligible. */
  readonly endpoint: string | undefined;
  /** The span of the request; `undefined` when it is not traced. */
  readonly span: Span | undefined;
  /** Called once the worker has started to respond, or has failed to. */
  readonly leave: () => void;
  /** How fast its rows may be sent; `undefined` for as fast as the caller reads. */
  readonly pace: Pace | undefined;
}

/**
 * Creates the handler of requests to a connector that runs in a worker. The worker responds as a service of its own
 * would. The handler streams the response as it arrives and as fast as the caller reads. When the worker cuts its
 * response, the handler cuts the caller's connection.
 *
 * @param host - The service
 * @param worker - The worker
 * @returns The handler
 */
export function forwardRequest(
  host: Host,
  worker: ConnectorWorker,
): (request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded) => Promise<void> {
  return async (request, reply, { endpoint = "isolated", leave, span, pace }) => {
    const control = new RequestControl(host.deadlines);
    const release = watchCaller(request.raw.socket, control);
    host.requests.add(control, { endpoint, connector: worker.facts.id });
    try {
      const forwarding = { host, worker, control, leave, endpoint, pace };
      await withSpan(span, () => forward(request, reply, forwarding));
      endSpan(span, reply, control);
    } catch (error) {
      span?.finish(errorType(error));
      throw error;
    } finally {
      release();
      control.release();
      host.requests.remove(control);
    }
  };
}

/** Ends the span of a forwarded request, whose rows and errors are facts of the span in the worker. */
function endSpan(span: Span | undefined, { raw }: FastifyReply, { reason }: RequestControl): void {
  const isCut = raw.destroyed && !raw.writableFinished && !(reason instanceof CallerGone);
  span?.set({ "http.response.status_code": raw.statusCode });
  if (isCut) span?.finish("cut");
  else span?.finish(raw.statusCode >= 500 ? String(raw.statusCode) : undefined);
}

interface Forwarding extends Pick<Forwarded, "leave" | "pace"> {
  readonly host: Host;
  readonly worker: ConnectorWorker;
  readonly control: RequestControl;
  /** Name of the endpoint. */
  readonly endpoint: string;
}

async function forward(request: FastifyRequest, reply: FastifyReply, forwarding: Forwarding): Promise<void> {
  const { host, control, leave, endpoint } = forwarding;
  try {
    const incoming = await ask(request, forwarding).finally(leave);
    reply.code(incoming.statusCode ?? 502);
    for (const [name, value] of Object.entries(incoming.headers))
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
    if (host.draining) reply.header("connection", "close");
    const stop = control.onAbort(() => incoming.destroy());
    const length = incoming.headers["content-length"];
    const isFile =
      host.faces.streamsRows(endpoint) && incoming.statusCode !== undefined && incoming.statusCode < 300;
    if (length !== undefined && isFile) reply.header("content-length", length);
    await (length === undefined || isFile
      ? sendRows(incoming, reply, forwarding)
      : sendValue(incoming, reply));
    stop();
  } catch (error) {
    if (!(error instanceof CallerGone || error instanceof AnswerCut)) throw error;
    reply.hijack();
    cut(reply.raw);
  }
}

/** The worker cut its response before the service sent its head. */
class AnswerCut extends Error {}

/** Sends the request to the worker. Retries once when a reused connection broke before the response. */
async function ask(
  request: FastifyRequest,
  { worker, control, pace }: Pick<Forwarding, "worker" | "control" | "pace">,
): Promise<IncomingMessage> {
  for (let tries = 1; ; tries += 1) {
    const outgoing = open(request, worker, pace !== undefined);
    const stop = control.onAbort(() => outgoing.destroy());
    try {
      return await head(outgoing, request);
    } catch {
      if (control.aborted) throw control.reason;
      if (tries === 1 && outgoing.reusedSocket) continue;
      throw (await worker.goesOn()) ? new AnswerCut() : worker.unavailable();
    } finally {
      stop();
    }
  }
}

function open(request: FastifyRequest, worker: ConnectorWorker, isPaced: boolean): ClientRequest {
  const { raw, body } = request;
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(raw.headers)) if (!ownHeaders.has(name)) headers[name] = value;
  if (body instanceof Uint8Array) headers["content-length"] = body.byteLength;
  Object.assign(headers, currentSpan()?.headers());
  headers[callerHeader] = writeCaller({ ...callerOf(request), isPaced });
  const path = (raw.url ?? "/").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  return requestHttp({
    socketPath: worker.socket,
    agent: worker.agent,
    method: raw.method,
    path: path.startsWith("/") ? path : `/${path}`,
    headers,
  });
}

function head(outgoing: ClientRequest, { body }: FastifyRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.end(body instanceof Uint8Array ? body : undefined);
  });
}

/**
 * Sends a response of known length. The hooks of the application receive its text, as they do for any other connector.
 */
async function sendValue(incoming: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { "content-length": length = "0", "content-type": type = "" } = incoming.headers;
  const body = await buffer(incoming).catch(() => {
    throw new AnswerCut();
  });
  if (reply.request.method === "HEAD") reply.header("content-length", length).send();
  else reply.send(type.startsWith("application/json") ? body.toString() : body);
}

/** Ends a watch that has not begun. */
function notWatching(): void {
  // There is nothing to end.
}

/** Sends rows after the hooks of the application have run. Resolves once the response to the caller is closed. */
async function sendRows(
  incoming: IncomingMessage,
  reply: FastifyReply,
  { host, control, pace }: Forwarding,
): Promise<void> {
  const { limits } = host.options;
  const response = reply.raw;
  const carrier = new PassThrough();
  const passage = await passHooks(reply, { stream: carrier, fail: () => incoming.destroy() });
  if (passage === "replaced") {
    incoming.destroy();
    return;
  }
  if (passage === "direct") writeHead(reply);
  await new Promise<void>((resolve) => {
    incoming.once("error", () => cut(response));
    incoming.once("close", () => {
      if (!incoming.complete) cut(response);
    });
    let endWatch = notWatching;
    const endWait = (): void => {
      control.readerWaitStart = undefined;
      endWatch();
    };
    // While the incoming stream is paused, Node does not notice that the worker has cut it or has ended.
    const beginWait = (): void => {
      endWait();
      control.readerWaitStart = performance.now();
      endWatch = watchReader(response.req.socket, limits, () => destroy(response));
    };
    response.once("close", () => {
      endWait();
      incoming.destroy();
      resolve();
    });
    if (pace !== undefined) {
      const piped = passage === "piped" ? carrier : undefined;
      const { stallTimeout, minReadRate } = limits;
      const options = { response, compressor: undefined, piped, stallTimeout, minReadRate, control, pace };
      void copyRows(incoming, new ResponseSink(options)).then((isWhole) => {
        if (!isWhole || response.destroyed) return;
        beginWait();
        (piped ?? response).end();
      });
      return;
    }
    // The pipe pauses the incoming stream while the caller does not read. At its end, the last bytes wait for the caller.
    incoming.on("pause", beginWait);
    incoming.on("resume", endWait);
    incoming.once("end", beginWait);
    incoming.pipe(passage === "direct" ? response : carrier);
    // The worker may have cut its response while the hooks ran.
    if (incoming.destroyed && !incoming.complete) cut(response);
  });
}

/**
 * Sends rows at the pace of the sink, which also judges how fast the caller reads them.
 *
 * @returns Whether all were sent; otherwise the response is cut
 */
async function copyRows(incoming: IncomingMessage, sink: ResponseSink): Promise<boolean> {
  try {
    for await (const chunk of incoming) {
      // Without an encoding, the chunks of a message are bytes.
      await sink.write(chunk as Uint8Array);
    }
    return true;
  } catch {
    incoming.destroy();
    sink.cut();
    return false;
  }
}

function cut(response: ServerResponse): void {
  if (!response.writableEnded) destroy(response);
}

function destroy(response: ServerResponse): void {
  // An HTTP/1.0 caller treats a normal close as the end of the message. Only a reset shows that the body is incomplete.
  if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
  response.destroy();
}
