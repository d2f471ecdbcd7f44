import type { Exchange } from "../exchange/exchange.js";
import { Finding } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import { isObject } from "../expect/json-of.js";
import type { Probe } from "../probe/probe.js";
import { TransportFault } from "../probe/transport-fault.js";

/** Whether an address responds like a connector. */
export type Recognised =
  | { readonly recognised: true; readonly raw: JsonObject; readonly exchange: Exchange }
  | { readonly recognised: false; readonly reason: string };

/**
 * Sends GET / once, before any other request.
 *
 * @param probe - The probe of the connector
 * @returns The declaration, or the reason why it is not a connector
 */
export async function recognise(probe: Probe): Promise<Recognised> {
  try {
    const exchange = await probe.send({ method: "GET", path: "/", headers: {} });
    const raw = parse(exchange.text);
    if (exchange.status === 200 && isObject(raw) && ("authentication" in raw || "sources" in raw)) {
      return { recognised: true, raw, exchange };
    }
    return { recognised: false, reason: describe(exchange, raw) };
  } catch (error) {
    if (error instanceof TransportFault || error instanceof Finding)
      return { recognised: false, reason: error.message };
    throw error;
  }
}

function describe({ status, headers, ending, text }: Exchange, raw: unknown): string {
  const location = headers["location"];
  if (status >= 300 && status < 400 && location !== undefined) {
    return `GET / redirects to ${location.slice(0, 200)}: check that address instead`;
  }
  if (status !== 200) return `expected 200 from GET /, got ${status}`;
  if (/^text\/html/i.test(headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)/i.test(text)) {
    return "expected a JSON object from GET /, got a web page";
  }
  if (ending === "left") return "expected a JSON object from GET /, got a body without an end";
  if (ending === "cut") return "GET / was cut before its body was over";
  if (ending === "undecodable") return "GET / returned a body that is not encoded as labelled";
  if (!isObject(raw)) return `expected a JSON object from GET /, got "${text.slice(0, 40)}"`;
  return 'GET / returned a JSON object with neither "authentication" nor "sources"';
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
