import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Serving } from "./revision.js";
import type { RowsRequest } from "./sample-rows.js";

/** Maximum size of a request body in bytes; the largest that a service accepts by default is smaller. */
const maxBodyBytes = 4_000_000;

/** A request of the page or of another program on this machine. */
export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer | undefined;
}

/** A response to stream to the caller. */
export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Readable;
}

/** Headers that belong to one connection, or that only this process may set. */
const ownHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

/**
 * Sends a request to the revision that is served.
 *
 * @param serving - The revision
 * @param request - The request. Its path begins with the id of a connector, or is one of the only connector, or is that of
 *   the list of several
 * @param signal - Aborts the request
 * @returns The response; `undefined` when nothing has the path
 */
export function proxyRevision(
  serving: Serving,
  { method, url, headers, body }: ProxiedRequest,
  signal: AbortSignal,
): Promise<ProxiedAnswer> | undefined {
  const target = findTarget(serving, url);
  if (target === undefined) return undefined;
  const passed = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      target,
      { method, headers: { ...Object.fromEntries(passed), ...serving.headers }, signal },
      (incoming) =>
        resolve({ status: incoming.statusCode ?? 502, headers: responseHeaders(incoming), body: incoming }),
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

function findTarget({ connectors }: Serving, url: string): URL | undefined {
  const { id, rest } = /^\/(?<id>[^/?]+)(?<rest>.*)$/.exec(url)?.groups ?? {};
  const served = connectors.find((connector) => connector.id === id);
  if (served !== undefined) return new URL(`${served.base.replace(/\/$/, "")}${rest === "" ? "/" : rest}`);
  const [first] = connectors;
  const isAtRoot = connectors.length === 1 || /^\/(?:\?|$)/.test(url);
  // The path may begin with two slashes, which would name a host.
  return first !== undefined && isAtRoot ? new URL(new URL(first.base).origin + url) : undefined;
}

function responseHeaders({ headers }: IncomingMessage): ProxiedAnswer["headers"] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ["connection", "keep-alive", "transfer-encoding"].includes(name)
        ? []
        : [[name, value] as const],
    ),
  );
}

/**
 * Reads a request for rows, which is repeated after each save.
 *
 * @param request - A request
 * @param serving - The revision that it was sent to; `undefined` when there is none
 * @returns The request for rows; `undefined` when it is for something else
 */
export function readRowsRequest(
  { method, url, body }: ProxiedRequest,
  serving: Serving | undefined,
): RowsRequest | undefined {
  const [only, ...others] = serving?.connectors ?? [];
  const isOnly = url === "/" && others.length === 0;
  const id = isOnly ? only?.id : /^\/(?<id>[^/?]+)\/?$/.exec(url)?.groups?.["id"];
  if (method !== "POST" || id === undefined || body === undefined || body.length > maxBodyBytes)
    return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value !== "object" || value === null || !("source" in value)) return undefined;
    return { connector: id, source: String(value.source), body: { ...value } };
  } catch {
    return undefined;
  }
}
