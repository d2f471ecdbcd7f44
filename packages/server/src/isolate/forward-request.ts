import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CallerGone } from "../deadline/caller-gone.js";
import { RequestControl } from "../deadline/request-control.js";
import type { Host } from "../host/host.js";
import type { ConnectorWorker } from "./connector-worker.js";

/** Headers that belong to one connection, or that prove who called, which is decided already. */
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

/** Watches the connection of a request for a caller who leaves. */
export type WatchCaller = (socket: Socket, control: RequestControl) => () => void;

/**
 * Makes the handler of the requests to a connector that runs in a worker. The worker answers as it would alone; what it
 * sends is passed on as it arrives, as fast as the caller reads, and a cut is passed on as a cut.
 *
 * @param host - The service
 * @param worker - The worker
 * @param watch - Watches for callers who leave
 * @returns The handler
 */
export function forwardRequest(
  host: Host,
  worker: ConnectorWorker,
  watch: WatchCaller,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const control = new RequestControl(host.deadlines);
    const release = watch(request.raw.socket, control);
    host.requests.add(control, "isolated");
    try {
      await forward(request, reply, { host, worker, control });
    } finally {
      release();
      control.release();
      host.requests.remove(control);
    }
  };
}

interface Forwarding {
  readonly host: Host;
  readonly worker: ConnectorWorker;
  readonly control: RequestControl;
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, worker, control }: Forwarding,
): Promise<void> {
  try {
    const incoming = await ask(request, { worker, control });
    const headers: OutgoingHttpHeaders = {};
    for (const [name, value] of Object.entries(reply.getHeaders())) headers[name] = value;
    for (const [name, value] of Object.entries(incoming.headers))
      if (name === "content-length" || !ownHeaders.has(name)) headers[name] = value;
    if (host.draining) headers["connection"] = "close";
    reply.hijack();
    reply.raw.writeHead(incoming.statusCode ?? 502, headers);
    const stop = control.onAbort(() => incoming.destroy());
    await passOn(incoming, reply.raw);
    stop();
  } catch (error) {
    if (!(error instanceof CallerGone || error instanceof AnswerCut)) throw error;
    reply.hijack();
    cut(reply.raw);
  }
}

/** The worker cut its answer before the head of it had left. */
class AnswerCut extends Error {}

/** Asks the worker, and once more where a kept connection was closed before the request was read. */
async function ask(
  request: FastifyRequest,
  { worker, control }: Pick<Forwarding, "worker" | "control">,
): Promise<IncomingMessage> {
  for (let tries = 1; ; tries += 1) {
    const outgoing = open(request, worker);
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

function open(request: FastifyRequest, worker: ConnectorWorker): ClientRequest {
  const { raw, body } = request;
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(raw.headers)) if (!ownHeaders.has(name)) headers[name] = value;
  if (body instanceof Uint8Array) headers["content-length"] = body.byteLength;
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

/** Settles when the answer has been passed on to its end, or both connections are gone. */
function passOn(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    incoming.once("error", () => cut(response));
    incoming.once("close", () => {
      if (!incoming.complete) cut(response);
    });
    response.once("close", () => {
      incoming.destroy();
      resolve();
    });
    incoming.pipe(response);
  });
}

function cut(response: ServerResponse): void {
  if (response.writableEnded) return;
  // A caller of HTTP/1.0 takes a plain close for the end of the message; only a reset tells it otherwise.
  if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
  response.destroy();
}
