import { type Agent, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { performance } from "node:perf_hooks";
import type { Exchange, ProbeRequest } from "../exchange/exchange.js";
import { readAnswer } from "./read-answer.js";
import { TransportFault, transportFault } from "./transport-fault.js";

const maxHeaderSize = 65_536;

/** A body of this size waits for an early response before it is sent. */
const largeBody = 1_048_576;
const earlyResponseMs = 1_000;

/** Options of `sendRequest()`. */
export interface SendRequestOptions {
  /** Absolute address. */
  readonly url: URL;
  /** Agent whose connections are used; `false` for a new connection. */
  readonly agent: Agent | false;
  /** Milliseconds until the status line; the body gets the same time again. */
  readonly timeout: number;
  /** Maximum number of decoded bytes to read from the body. */
  readonly maxBytes: number;
}

/**
 * Sends one request and reads its response, within limits. Redirects are not followed.
 *
 * @param request - The request
 * @param options - The address and the limits
 * @returns The exchange
 * @throws TransportFault when there was no response
 */
export async function sendRequest(request: ProbeRequest, options: SendRequestOptions): Promise<Exchange> {
  try {
    return await sendOnce(request, options);
  } catch (error) {
    // The connector may close a keep-alive connection just as it is reused; a retry on a new connection decides.
    if (error instanceof StaleConnection) return sendOnce(request, { ...options, agent: false });
    throw error;
  }
}

class StaleConnection extends Error {}

function sendOnce(request: ProbeRequest, options: SendRequestOptions): Promise<Exchange> {
  const { url, agent, timeout, maxBytes } = options;
  const what = `${request.method} ${url.origin}${url.pathname}`;
  const startedAt = performance.now();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { body } = request;
  return new Promise((resolve, reject) => {
    const headers = {
      ...request.headers,
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    };
    const outgoing = send(url, { method: request.method, headers, agent, maxHeaderSize });
    let held: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      outgoing.destroy(new TransportFault("timeout", `${what} failed: no answer within ${timeout} ms`));
    }, timeout);
    outgoing.on("response", (response) => {
      clearTimeout(timer);
      clearTimeout(held);
      if (held !== undefined && !outgoing.writableEnded) response.on("close", () => outgoing.destroy());
      readAnswer(response, { request, startedAt, maxBytes, timeLimit: timeout }).then(resolve, reject);
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      clearTimeout(held);
      const fault = transportFault(error, what);
      reject(fault.kind === "reset" && outgoing.reusedSocket ? new StaleConnection() : fault);
    });
    if (body !== undefined && body.length > largeBody) {
      outgoing.flushHeaders();
      held = setTimeout(() => outgoing.end(body), earlyResponseMs);
    } else outgoing.end(body);
  });
}
