import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../callers/guard-requests.js";
import { CallerGone } from "../deadline/caller-gone.js";
import { RequestControl } from "../deadline/request-control.js";
import type { Host } from "../host/host.js";
import { passHooks, writeHead } from "../stream/pass-hooks.js";
import type { ConnectorWorker } from "./connector-worker.js";
import { callerHeader, writeCaller } from "./forwarded-caller.js";

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

/** What is forwarded. */
export interface Forwarded {
  /** Name of the endpoint; `undefined` when it costs next to nothing. */
  readonly endpoint: string | undefined;
  /** Called once the worker has begun to answer, or cannot. */
  readonly leave: () => void;
}

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
): (request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded) => Promise<void> {
  return async (request, reply, { endpoint = "isolated", leave }) => {
    const control = new RequestControl(host.deadlines);
    const release = watch(request.raw.socket, control);
    host.requests.add(control, { endpoint, connector: worker.facts.id });
    try {
      await forward(request, reply, { host, worker, control, leave });
    } finally {
      release();
      control.release();
      host.requests.remove(control);
    }
  };
}

interface Forwarding extends Pick<Forwarded, "leave"> {
  readonly host: Host;
  readonly worker: ConnectorWorker;
  readonly control: RequestControl;
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, worker, control, leave }: Forwarding,
): Promise<void> {
  try {
    const incoming = await ask(request, { worker, control }).finally(leave);
    reply.code(incoming.statusCode ?? 502);
    for (const [name, value] of Object.entries(incoming.headers))
      if (value !== undefined && !ownHeaders.has(name)) reply.header(name, value);
    if (host.draining) reply.header("connection", "close");
    const stop = control.onAbort(() => incoming.destroy());
    await (incoming.headers["content-length"] === undefined
      ? sendRows(incoming, reply, control)
      : sendValue(incoming, reply));
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
  headers[callerHeader] = writeCaller(callerOf(request));
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

/** Sends an answer whose length is known, so that the hooks of the application get its text as from any other connector. */
async function sendValue(incoming: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { "content-length": length = "0", "content-type": type = "" } = incoming.headers;
  const body = await buffer(incoming).catch(() => {
    throw new AnswerCut();
  });
  if (reply.request.method === "HEAD") reply.header("content-length", length).send();
  else reply.send(type.startsWith("application/json") ? body.toString() : body);
}

/** Sends rows after the hooks of the application have run. Settles at their end, or when both connections are gone. */
async function sendRows(
  incoming: IncomingMessage,
  reply: FastifyReply,
  control: RequestControl,
): Promise<void> {
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
    response.once("close", () => {
      incoming.destroy();
      resolve();
    });
    // A pipe pauses what it reads while its caller does not read.
    incoming.on("pause", () => (control.readerWaitStart = performance.now()));
    incoming.on("resume", () => (control.readerWaitStart = undefined));
    incoming.pipe(passage === "direct" ? response : carrier);
    // The worker may have been faster than the hooks.
    if (incoming.destroyed && !incoming.complete) cut(response);
  });
}

function cut(response: ServerResponse): void {
  if (response.writableEnded) return;
  // A caller of HTTP/1.0 takes a plain close for the end of the message; only a reset tells it otherwise.
  if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
  response.destroy();
}
