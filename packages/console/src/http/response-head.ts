import type { HeaderList } from "../exchanges/exchange.js";
import { isList, parseJson } from "../json/record.js";

/** Status and headers of a connector's response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

/**
 * Reads status and headers. The relay wraps them, so that the browser does not follow or interpret them.
 *
 * @throws Error with the relay's own message when the relay failed
 */
export async function responseHead(response: Response, relayed: boolean): Promise<ResponseHead> {
  if (!relayed) {
    if (response.type === "opaqueredirect") return { status: 302, headers: [] };
    return { status: response.status, headers: [...response.headers] };
  }
  const status = Number(response.headers.get("x-relay-status"));
  if (response.status !== 200 || !(status >= 100)) {
    const text = await response.text();
    throw new Error(relayProblem(parseJson(text), response.status));
  }
  const headers = parseJson(decodeURIComponent(response.headers.get("x-relay-headers") ?? ""));
  return { status, headers: Array.isArray(headers) ? headers.flatMap(headerOf) : [] };
}

function headerOf(pair: unknown): HeaderList {
  if (!isList(pair)) return [];
  const [name, value] = pair;
  return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
}

function relayProblem(answer: unknown, status: number): string {
  const text = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined;
  return typeof text === "string" ? text : `Reach the connector: the relay answered ${status}`;
}
