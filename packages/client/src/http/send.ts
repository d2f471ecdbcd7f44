import { writeExactJson } from "../json/exact-json.js";
import { excerpt } from "../json/excerpt.js";
import { isRecord, parseJson, textOf } from "../json/lenient-json.js";
import { PendingText } from "../json/pending-text.js";
import { joinAddress } from "./connector-address.js";
import { ConnectorError } from "./connector-error.js";
import type { ExchangeListener, ExchangeObserver } from "./exchange-observer.js";
import { givenReason } from "./given-reason.js";
import { inBrowser } from "./in-browser.js";
import { isPermanent, reasonOf } from "./network-fault.js";
import type { PlainRequest } from "./plain-request.js";

/** How to reach a connector. */
export interface Transport {
  readonly base: URL;
  readonly fetch: typeof fetch;
  /** Headers of every request, such as credentials of the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly observe: ExchangeObserver;
}

/** A request to a connector. */
export interface Call {
  readonly method: "GET" | "POST";
  /** Path below the base address, such as `/validate`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent means no body. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly bodyText?: string;
  /** Media types in order of preference; JSON when omitted. */
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A response with a success status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, decompressed. Reading it throws the error of `fetch` if the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Calls a connector.
 *
 * @param transport - How to reach it
 * @param call - Method, path, query, body
 * @returns The response, as soon as its head has arrived
 * @throws ConnectorError `unreachable` without a response, `refused` for an error status, `invalid` for a redirect
 */
export async function send(transport: Transport, call: Call): Promise<Answer> {
  const url = joinAddress(transport.base, call.path);
  url.search = new URLSearchParams(call.query).toString();
  const body = call.bodyText ?? (call.body === undefined ? undefined : writeExactJson(call.body));
  const headers = new Headers({
    accept: call.accept ?? "application/json",
    "x-correlationid": correlationId(),
    // Node's `fetch` does not detect a truncated compressed body. Browsers do, and they do not allow this header to be
    // set.
    ...(!inBrowser() && { "accept-encoding": "identity" }),
    ...transport.headers,
  });
  if (body !== undefined) headers.set("content-type", "application/json");
  const listener = endingOnce(transport.observe({ method: call.method, url, headers, body }));
  try {
    const response = await transport.fetch(url, {
      method: call.method,
      headers,
      redirect: "manual",
      ...(body !== undefined && { body }),
      ...(call.signal && { signal: call.signal }),
    });
    // A browser hides the status of a redirect.
    listener?.head(response.type === "opaqueredirect" ? 302 : response.status, response.headers);
    if (!response.ok) throw await refusal(response, call, listener);
    return { status: response.status, headers: response.headers, body: observed(response, listener) };
  } catch (error) {
    listener?.end(error);
    if (error instanceof ConnectorError || call.signal?.aborted === true) throw error;
    throw new ConnectorError("unreachable", `Could not reach ${url.origin}: ${reasonOf(error)}`, {
      cause: error,
      isRetryable: !isPermanent(error),
    });
  }
}

/**
 * Calls a connector and reads its response as text.
 *
 * @param transport - How to reach it
 * @param call - Method, path, query, body
 * @returns The body
 * @throws ConnectorError as {@link send} does; `invalid` when the response is larger than 64 MiB
 */
export async function requestText(transport: Transport, call: Call): Promise<string> {
  const { body } = await send(transport, call);
  try {
    return await readText(body, maxAnswerBytes);
  } catch (error) {
    if (error instanceof ConnectorError || call.signal?.aborted === true) throw error;
    throw new ConnectorError(
      "unreachable",
      `Could not read the answer of ${call.method} ${call.path}: the connection broke before its end. Try again.`,
      { cause: error },
    );
  }
}

/**
 * Calls a connector and reads its JSON response.
 *
 * @param transport - How to reach it
 * @param call - Method, path, query, body
 * @returns The parsed body
 * @throws ConnectorError as {@link requestText} does; `invalid` when the response is not JSON
 */
export async function requestJson(transport: Transport, call: Call): Promise<unknown> {
  const text = await requestText(transport, call);
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (value !== undefined) return value;
  throw new ConnectorError(
    "invalid",
    `Could not read the answer of ${call.method} ${call.path}: expected JSON, got ${describeText(text)}. Check whether this is the address of a connector.`,
    // The response may be truncated, or come from a proxy.
    { body: text.slice(0, maxKeptBody), isRetryable: true },
  );
}

/**
 * Sends a request unchanged and reads the response to its end. The observer receives the response.
 *
 * @param transport - How to reach the connector
 * @param request - Method, path, body
 * @returns The status of the response
 * @throws ConnectorError `unreachable` when there is no response
 */
export async function sendPlain(transport: Transport, request: PlainRequest): Promise<number> {
  const { method, path, body, accept, signal } = request;
  const [pathname = "/", ...query] = path.split("?");
  const call = {
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query.join("?"))),
    ...(body !== undefined && { bodyText: body }),
    ...(accept !== undefined && { accept }),
    signal,
  };
  try {
    const answer = await send(transport, call);
    for await (const _ of answer.body);
    return answer.status;
  } catch (error) {
    if (error instanceof ConnectorError && error.status !== undefined) return error.status;
    throw error;
  }
}

/** Reports one end of an exchange: the error that a refused call throws is not another end of its complete response. */
function endingOnce(listener: ExchangeListener | undefined): Required<ExchangeListener> | undefined {
  if (listener === undefined) return undefined;
  let isEnded = false;
  return {
    head: (status, headers) => listener.head?.(status, headers),
    bytes: (chunk) => listener.bytes?.(chunk),
    end: (error) => {
      if (isEnded) return;
      isEnded = true;
      listener.end?.(error);
    },
  };
}

/** Adds an id to a request, so that its lines in the logs of connector and platform can be matched. */
function correlationId(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}

const maxAnswerBytes = 64 * 1024 * 1024;
const maxKeptBody = 64 * 1024;

async function* observed(
  response: Response,
  listener: Required<ExchangeListener> | undefined,
): AsyncGenerator<Uint8Array> {
  // Some browsers cannot iterate over a body, so the reader is used.
  const reader = response.body?.getReader();
  let failure: unknown = new Error("the reader stopped before the end");
  try {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) break;
      listener?.bytes(piece.value);
      yield piece.value;
    }
    failure = undefined;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    listener?.end(failure);
    // Cancelling a body that failed reports the failure again.
    await reader?.cancel().catch(() => {});
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const text = new PendingText();
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new ConnectorError(
        "invalid",
        `Could not read the answer: it exceeds ${maxBytes / 1024 / 1024} MiB.`,
      );
    }
    text.add(decoder.decode(chunk, { stream: true }));
  }
  return text.take() + decoder.decode();
}

async function refusal(
  response: Response,
  { method, path }: Call,
  listener: Required<ExchangeListener> | undefined,
): Promise<ConnectorError> {
  const { status, headers } = response;
  if (response.type === "opaqueredirect" || status < 400) {
    await response.body?.cancel();
    listener?.end(undefined);
    return new ConnectorError(
      "invalid",
      `Could not use the answer of ${method} ${path}: it redirects to ${headers.get("location") ?? "another address"}. Use that address.`,
      { status, headers },
    );
  }
  const body = await readStart(response, listener);
  const json = parseJson(body);
  const record = isRecord(json) ? json : {};
  const reason = givenReason(json, body, headers);
  const field = textOf(record, "field");
  const seconds = secondsUntil(textOf(record, "retryAfter") || (headers.get("retry-after") ?? ""), headers);
  return new ConnectorError("refused", reason ?? `The connector answered ${status} without a reason.`, {
    status,
    headers,
    body,
    isRetryable: isRetryable(status, record["tryLater"]),
    ...(field !== "" && { field }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
  });
}

/**
 * Reads how long to wait: a number of seconds, or a date, which is compared with the clock that the response has it from.
 *
 * @see RFC 9110, section 10.2.3
 */
function secondsUntil(retryAfter: string, headers: Headers): number {
  if (/^\s*$/.test(retryAfter)) return Number.NaN;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return seconds;
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Math.ceil((Date.parse(retryAfter) - now) / 1000));
}

/** Decides whether a refused call can succeed later. What the connector says itself counts more than its status. */
function isRetryable(status: number, tryLater: unknown): boolean {
  return typeof tryLater === "boolean" ? tryLater : [408, 425, 429].includes(status) || status >= 500;
}

/** Reads the start of an error body, up to a maximum size. */
async function readStart(
  response: Response,
  listener: Required<ExchangeListener> | undefined,
): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of observed(response, listener)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= maxKeptBody) break;
    }
  } catch {
    // If the body is truncated, the status is sufficient.
  }
  return text.slice(0, maxKeptBody);
}

function describeText(text: string): string {
  const start = text.trim();
  if (start === "") return "nothing";
  return start.startsWith("<") ? "a web page" : `"${excerpt(start, 40)}"`;
}
