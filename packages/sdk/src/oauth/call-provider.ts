import { Client } from "undici";
import type { Egress } from "../egress/egress.js";
import { type ClientCertificate, guardedConnector } from "../egress/guarded-connector.js";
import { isConnectorError } from "../errors/connector-error.js";
import { upstreamInvalid, upstreamTimeout, upstreamUnavailable } from "../errors/upstream-errors.js";
import { ProviderFailure } from "./provider-failure.js";

/** A call of a provider. */
export interface ProviderCall {
  readonly egress: Egress;
  /** Default: `POST`. */
  readonly method?: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly body?: string;
  /** Certificate the connection presents. Default: none. */
  readonly certificate?: ClientCertificate | undefined;
  /** What is attempted, as in `get a token from Tracker`, for the sentence. */
  readonly action: string;
  /** Milliseconds for everything, from the name look-up to the last byte. */
  readonly timeout: number;
}

/** The answer of a provider, read whole. */
export interface ProviderAnswer {
  readonly status: number;
  /** Headers by lower case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Token replies and metadata are short; more is something else. */
const maxBytes = 256 * 1024;

/**
 * Sends one request to a provider, once: through the egress guard, on a connection of its own, following no redirect
 * and trying nothing again. What it carries may be good for one use only.
 *
 * @param call - Address, headers, body, timeout
 * @returns The answer, whatever its status
 * @throws ProviderFailure saying whether the provider may have acted on it
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { egress, url, action, certificate, timeout } = call;
  let connected = false;
  const connect = guardedConnector(egress, { certificate });
  const client = new Client(url.origin, {
    connect: (target, callback) =>
      connect(target, (...result) => {
        connected = result[0] === null;
        callback(...result);
      }),
    pipelining: 0,
  });
  const late = upstreamTimeout(
    `Could not ${action}: no response within ${timeout / 1000} s. Try again later.`,
  );
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late), timeout);
  try {
    return await send(client, call, controller.signal);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const fate = connected ? "unknown" : "unsent";
    throw new ProviderFailure(fate, controller.signal.aborted ? late : sentence(action, error));
  } finally {
    clearTimeout(timer);
    // What is still open of this one call is of no use to anybody.
    client.destroy().catch(() => undefined);
  }
}

async function send(client: Client, call: ProviderCall, signal: AbortSignal): Promise<ProviderAnswer> {
  const { method = "POST", url, headers, body } = call;
  const answer = await client.request({
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
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new ProviderFailure(
        "unknown",
        upstreamInvalid(`Could not ${action}: the response is longer than ${maxBytes} bytes.`),
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

function sentence(action: string, error: unknown): Error {
  if (isConnectorError(error)) return error;
  return upstreamUnavailable(
    `Could not ${action}: the connection broke before the response was complete. Try again later.`,
    { cause: error },
  );
}
