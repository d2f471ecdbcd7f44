import { isList, isRecord, parseJson, textOf } from "../../text/record.js";
import { consoleSession } from "./console-session.js";

/** An address that is not public. It may be one of this machine, which the user can confirm. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
}

/** Statuses whose responses cannot have a body. */
const bodilessStatuses = [101, 204, 205, 304];

/**
 * The `fetch` of this page: requests for the service that serves the page go there directly, all others through its
 * relay.
 *
 * @param input - The address
 * @param init - Method, headers, a text body, signal
 * @returns The response of the connector
 * @throws Error with the relay's own message when the relay failed
 */
export async function pageFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin === location.origin) return fetchOwn(url, init);
  const headers = new Headers(init.headers);
  headers.set("x-page-token", consoleSession.value.token);
  headers.set("x-relay-method", init.method ?? "GET");
  headers.set("x-relay-target", url.href);
  return unwrap(await fetchOwn("relay", { ...init, method: "POST", headers }));
}

/** Requests something of the service that serves this page. */
function fetchOwn(address: string | URL, init: RequestInit): Promise<Response> {
  return fetch(address, init).catch(() => {
    init.signal?.throwIfAborted();
    throw new Error("the service of this console does not respond. Start it again");
  });
}

/** The relay wraps status and headers, so that the browser does not follow or interpret them. */
async function unwrap(response: Response): Promise<Response> {
  const status = Number(response.headers.get("x-relay-status"));
  if (response.status !== 200 || !(status >= 100)) {
    const answer = parseJson(await response.text());
    const reason = isRecord(answer) ? textOf(answer, "error") : "";
    const message = reason.replace(/\.$/, "") || `the relay answered ${response.status}`;
    if (response.headers.has("x-relay-refused")) throw new PrivateAddressError(message);
    throw new Error(message);
  }
  if (status < 200 || status > 599)
    throw new Error(`it answered with the status ${status}, which does not exist`);
  const headers = parseJson(decodeURIComponent(response.headers.get("x-relay-headers") ?? ""));
  const received = new Headers();
  for (const [name, value] of isList(headers) ? headers.flatMap(headerOf) : []) received.append(name, value);
  return new Response(bodilessStatuses.includes(status) ? null : response.body, {
    status,
    headers: received,
  });
}

function headerOf(pair: unknown): readonly (readonly [string, string])[] {
  if (!isList(pair)) return [];
  const [name, value] = pair;
  return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
}
