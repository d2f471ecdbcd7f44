import type { Readable } from "node:stream";
import { type HttpLimits, type OutgoingRequest, upstreamInvalid } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";
import type { Dispatcher } from "undici";
import { loadUndici } from "../egress/guarded-connector.js";
import type { LayerReply, LayerRequest } from "../egress/http-layer.js";
import { abortReason } from "../egress/within-time.js";
import type { CallPlan } from "./call-plan.js";
import type { HttpEnvironment } from "./http-environment.js";
import { acceptEncoding, readBody } from "./read-body.js";

/** Options of {@link followRedirects}. */
export interface FollowRedirectsOptions extends SendRequestOptions {
  /** Maximum number of redirects. */
  readonly maxRedirects: number;
  /** Adds headers and credentials when the origin may receive them. */
  readonly sign: (request: OutgoingRequest) => Promise<void>;
}

const redirecting = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects. After a redirect to another origin only the method is kept: no credentials,
 * headers or body are sent except the headers of a file, and nothing is signed, even if a later redirect returns
 * to the first origin.
 *
 * @param plan - The request
 * @param options - Maximum redirects, signing, connections and limits
 * @returns The final response
 * @throws ConnectorError `upstream_invalid` when a redirect is not allowed or there are too many
 */
export async function followRedirects(plan: CallPlan, options: FollowRedirectsOptions): Promise<Reply> {
  let { url } = plan;
  let atHome = true;
  for (let hop = 0; ; hop += 1) {
    const request: OutgoingRequest = {
      method: plan.method,
      url: new URL(url),
      headers: { ...(atHome && plan.headers), ...plan.fileHeaders },
      body: atHome ? plan.body : undefined,
    };
    if (atHome) await options.sign(request);
    const reply = await sendRequest(request, options);
    const location = reply.headers["location"];
    if (options.maxRedirects === 0 || !redirecting.has(reply.status) || location === undefined) return reply;
    reply.drop();
    if (hop >= options.maxRedirects) throw redirectFault(url, `more than ${options.maxRedirects} redirects`);
    const next = nextUrl(url, location);
    atHome = atHome && next.origin === url.origin;
    url = next;
  }
}

function nextUrl(from: URL, location: string): URL {
  const url = parseUrl(location, from);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw redirectFault(from, "a redirect that does not lead to a web address");
  if (url.username !== "" || url.password !== "")
    throw redirectFault(from, "a redirect with a user name in it");
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw redirectFault(from, "a redirect from https to http");
  }
  return url;
}

function redirectFault(url: URL, found: string): Error {
  return upstreamInvalid(
    `Could not read from "${url.hostname}": expected a response, got ${found}. Check the address.`,
  );
}

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
async function sendRequest(request: OutgoingRequest, options: SendRequestOptions): Promise<Reply> {
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
