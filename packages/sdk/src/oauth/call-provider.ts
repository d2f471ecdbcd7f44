import { Client } from "undici";
import type { Egress } from "../egress/egress.js";
import { guardedConnector } from "../egress/guarded-connector.js";
import { isConnectorError } from "../errors/connector-error.js";
import { upstreamInvalid, upstreamTimeout, upstreamUnavailable } from "../errors/upstream-errors.js";
import { ProviderFailure } from "./provider-failure.js";

/** A call of a provider. */
export interface ProviderCall {
  readonly egress: Egress;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Name of the provider, for the sentence. */
  readonly provider: string;
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

/** A token reply is short; more is something else. */
const mostBytes = 256 * 1024;

/**
 * Sends one POST to a provider, once: through the egress guard, on a connection of its own, following no redirect and
 * trying nothing again. What it carries may be good for one use only.
 *
 * @param call - Address, headers, body, time limit
 * @returns The answer, whatever its status
 * @throws ProviderFailure saying whether the provider may have acted on it
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { egress, url, provider, timeout } = call;
  let connected = false;
  const connect = guardedConnector(egress);
  const client = new Client(url.origin, {
    connect: (target, callback) =>
      connect(target, (...result) => {
        connected = result[0] === null;
        callback(...result);
      }),
    pipelining: 0,
  });
  const late = upstreamTimeout(
    `Ask ${provider} for a token: no answer in ${timeout / 1000} s, try again later`,
  );
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late), timeout);
  try {
    return await send(client, call, controller.signal);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const fate = connected ? "unknown" : "unsent";
    throw new ProviderFailure(fate, controller.signal.aborted ? late : sentence(provider, error));
  } finally {
    clearTimeout(timer);
    // What is still open of this one call is of no use to anybody.
    client.destroy().catch(() => undefined);
  }
}

async function send(client: Client, call: ProviderCall, signal: AbortSignal): Promise<ProviderAnswer> {
  const { url, headers, body } = call;
  const answer = await client.request({
    method: "POST",
    path: `${url.pathname}${url.search}`,
    headers: { "user-agent": "wellhead", ...headers, "accept-encoding": "identity" },
    body,
    signal,
  });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    text: await readText(answer.body, call.provider),
  };
}

async function readText(body: AsyncIterable<Uint8Array>, provider: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) {
      throw new ProviderFailure(
        "unknown",
        upstreamInvalid(`Ask ${provider} for a token: found an answer of more than ${mostBytes} bytes`),
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

function sentence(provider: string, error: unknown): Error {
  if (isConnectorError(error)) return error;
  return upstreamUnavailable(
    `Ask ${provider} for a token: the connection broke before the answer was complete, try again later`,
    { cause: error },
  );
}
