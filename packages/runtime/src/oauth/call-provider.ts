import {
  type ClientCertificate,
  isConnectorError,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import type { Client } from "undici";
import { ByteStore } from "../bytes/byte-store.js";
import type { Egress } from "../egress/egress.js";
import { guardedConnector, loadUndici } from "../egress/guarded-connector.js";
import type { LayerRequest } from "../egress/http-layer.js";
import { endCallSpan, startCallSpan } from "../trace/span.js";

/** A request to a provider. */
export interface ProviderCall {
  readonly egress: Egress;
  /** Default: `POST`. */
  readonly method?: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly body?: string;
  /** Certificate that the connection presents. Default: none. */
  readonly certificate?: ClientCertificate | undefined;
  /** Action for error messages, such as `get a token from Tracker`. */
  readonly action: string;
  /** Timeout of the whole call in milliseconds, from the DNS lookup to the last byte. */
  readonly timeout: number;
}

/** The complete response of a provider. */
export interface ProviderAnswer {
  readonly status: number;
  /** Headers by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Maximum size of a response in bytes. Token responses and metadata are short, so a longer response is neither. */
const maxBytes = 256 * 1024;

/**
 * Sends one request to a provider through the egress guard, on a separate connection. Redirects are not followed and
 * failures are not retried, because the code or token in the request may be valid for one use only.
 *
 * @param call - Address, headers, body, timeout
 * @returns The response, whatever its status
 * @throws ProviderFailure that states whether the provider may have acted on the request
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { egress, url, action, certificate, timeout } = call;
  let connected = false;
  const connect = guardedConnector(egress, { certificate });
  let client: Client | undefined;
  const open: OpenClient = (origin) =>
    (client = new (loadUndici().Client)(origin, {
      connect: (target, callback) =>
        connect(target, (...result) => {
          connected = result[0] === null;
          callback(...result);
        }),
      pipelining: 0,
    }));
  const late = upstreamTimeout(
    `Could not ${action}: no response within ${timeout / 1000} s. Try again later.`,
  );
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late), timeout);
  const span = startCallSpan({ method: call.method ?? "POST", url, attempt: 1, waitMs: 0 });
  try {
    const answer = await send(open, call, controller.signal);
    endCallSpan(span, { status: answer.status });
    return answer;
  } catch (error) {
    endCallSpan(span, { status: undefined, error });
    if (error instanceof ProviderFailure) throw error;
    const outcome = connected ? "unknown" : "unsent";
    throw new ProviderFailure(outcome, controller.signal.aborted ? late : sentence(action, error));
  } finally {
    clearTimeout(timer);
    // The client serves only this call, so its connection is no longer needed.
    client?.destroy().catch(() => undefined);
  }
}

/** Opens a client for an origin: that of the provider, or of the server that a layer sends the request to. */
type OpenClient = (origin: string) => Client;

async function send(open: OpenClient, call: ProviderCall, signal: AbortSignal): Promise<ProviderAnswer> {
  const { method = "POST", url, headers, body, egress } = call;
  if (egress.layer === undefined) return await sendOverNetwork(open, call, signal);
  const request: LayerRequest = { method, url, headers, body, purpose: "sign-in", secrets: [], signal };
  const { status, ...reply } = await egress.layer.send(request, async (passed) => {
    const { text, ...answer } = await sendOverNetwork(
      open,
      { ...call, url: passed.url, headers: passed.headers },
      signal,
    );
    return { ...answer, body: oneChunk(text), drop: () => undefined };
  });
  return { status, headers: reply.headers, text: await readText(reply.body, call.action) };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function sendOverNetwork(
  open: OpenClient,
  call: ProviderCall,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { method = "POST", url, headers, body } = call;
  const answer = await open(url.origin).request({
    method,
    path: `${url.pathname}${url.search}`,
    headers: { "user-agent": "wellhead", ...headers, "accept-encoding": "identity" },
    body: body ?? null,
    signal,
  });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    text: await readText(answer.body, call.action),
  };
}

async function readText(body: AsyncIterable<Uint8Array>, action: string): Promise<string> {
  const bytes = new ByteStore();
  for await (const chunk of body) {
    if (bytes.length + chunk.length > maxBytes) {
      throw new ProviderFailure(
        "unknown",
        upstreamInvalid(`Could not ${action}: the response is longer than ${maxBytes} bytes.`),
      );
    }
    bytes.add(chunk);
  }
  return bytes.take().toString("utf8");
}

function sentence(action: string, error: unknown): Error {
  if (isConnectorError(error)) return error;
  return upstreamUnavailable(
    `Could not ${action}: the connection broke before the response was complete. Try again.`,
    { cause: error },
  );
}

/** The outcome of a request to a provider that returned no usable response. */
export type CallOutcome =
  /** The request was not sent, so the provider cannot have acted on it. */
  | "unsent"
  /** The request may have been sent, and it is unknown whether the provider acted on it. */
  | "unknown"
  /** The provider responded that it did not act on the request. */
  | "refused";

/** A failed request to a provider: the error for the caller, and whether the provider may have acted on the request. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  /** Whether the provider may have acted on the request. */
  readonly outcome: CallOutcome;
  /** The error for the caller. */
  readonly error: Error;

  /**
   * Wraps the error for the caller.
   *
   * @param outcome - Whether the provider may have acted on the request
   * @param error - The error for the caller
   */
  constructor(outcome: CallOutcome, error: Error) {
    super(error.message, { cause: error });
    this.outcome = outcome;
    this.error = error;
  }
}

/**
 * Returns whether the same code or verifier may be presented again. That is so when it never reached the provider, and
 * when the provider is only unavailable for a time. If the provider has used it after all, it refuses the next request,
 * and nothing is lost, because no platform has received the tokens.
 *
 * @param failure - The failed request
 * @returns Whether the sign-in can still be finished
 * @see RFC 6749, section 4.1.2
 */
export function canPresentAgain({ outcome, error }: ProviderFailure): boolean {
  return outcome === "unsent" || (isConnectorError(error) && error.retryable);
}
