import type { Readable } from "node:stream";
import type { HttpLimits, OutgoingRequest } from "@wellhead/sdk";
import type { Dispatcher } from "undici";
import type { LayerReply, LayerRequest } from "../egress/http-layer.js";
import { loadUndici } from "../egress/load-undici.js";
import { abortReason } from "../egress/within-time.js";
import type { HttpEnvironment } from "./http-environment.js";
import { acceptEncoding, readBody } from "./read-body.js";

/** A response whose body has not been read yet. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: URL;
  /** The body, decoded as it arrives. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the unread body and closes its connection. */
  readonly drop: () => void;
}

/** Options of {@link sendRequest}. */
export interface SendRequestOptions {
  readonly environment: HttpEnvironment;
  readonly limits: HttpLimits;
  readonly signal: AbortSignal;
  /** Returns the secrets of the account, for a layer. Default: none. */
  readonly secrets?: () => readonly string[];
}

/**
 * Sends one request once. Does not follow redirects.
 *
 * @param request - The request, signed
 * @param options - Connections, limits and the signal that aborts the request
 * @returns The response, before its body is read
 */
export async function sendRequest(request: OutgoingRequest, options: SendRequestOptions): Promise<Reply> {
  const { layer } = options.environment;
  if (layer === undefined) return await sendOverNetwork(request, options);
  const passed: LayerRequest = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body,
    purpose: "api",
    secrets: options.secrets?.() ?? [],
    signal: options.signal,
  };
  const next = async ({ method, url, headers, body }: LayerRequest): Promise<LayerReply> =>
    await sendOverNetwork({ ...request, method, url, headers: { ...headers }, body }, options);
  return { ...(await layer.send(passed, next)), url: request.url };
}

async function sendOverNetwork(request: OutgoingRequest, options: SendRequestOptions): Promise<Reply> {
  const { environment, limits, signal } = options;
  const coming = loadUndici().request(request.url, {
    method: request.method,
    headers: {
      accept: "application/json",
      "user-agent": "wellhead",
      ...request.headers,
      // The parts of a file are parts of its bytes, not of compressed ones.
      "accept-encoding": request.headers["accept-encoding"] === "identity" ? "identity" : acceptEncoding,
    },
    body: request.body ?? null,
    dispatcher: environment.dispatcher(request.certificate),
    signal,
    headersTimeout: limits.firstByte,
    bodyTimeout: limits.idle,
  });
  const { statusCode, headers, body } = await untilAborted(signal, coming);
  const joined = joinHeaders(headers);
  return {
    status: statusCode,
    headers: joined,
    url: request.url,
    body: lazyBody(body, joined["content-encoding"] ?? "", limits.ratio),
    drop: () => dropBody(body),
  };
}

/**
 * Ends the wait for a response when the signal is aborted. The client itself honours the signal only once it is
 * connected: without this, a slow name lookup or a stalled handshake would outlast all our timeouts.
 */
function untilAborted(
  signal: AbortSignal,
  coming: Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortReason(signal));
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    coming
      .then((answer) => {
        if (signal.aborted) dropBody(answer.body);
        resolve(answer);
      }, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

function dropBody(body: Readable): void {
  body.on("error", () => undefined).destroy();
}

/** Starts decoding on the first read, so that a response nobody reads needs no decoder. */
async function* lazyBody(body: Readable, encoding: string, ratio: number): AsyncGenerator<Uint8Array> {
  yield* readBody(body, { encoding, ratio });
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
