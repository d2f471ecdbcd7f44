import type { LayerReply } from "@wellhead/runtime";
import type { SentRequest, Upstream } from "./upstream.js";

/** A response as a test writes it. */
export interface UpstreamAnswer {
  /** Default: 200. */
  readonly status?: number;
  /** Headers by name. The default `content-type` is `application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, anything else as JSON. Default: an empty body. */
  readonly body?: unknown;
}

/** Returns the response to a request; what it throws fails the request as a broken connection does. */
export type Answer = (request: SentRequest) => UpstreamAnswer | Promise<UpstreamAnswer>;

/**
 * Creates an upstream from a function.
 *
 * @param answer - Returns the response to one request
 * @returns The upstream, for `startConnector`
 * @example
 * const upstream = answers(({ url }) =>
 *   url.pathname === "/user" ? { body: { login: "ada" } } : { status: 404, body: { message: "Not Found" } },
 * );
 */
export function answers(answer: Answer): Upstream {
  return {
    respond: async ({ method, url, headers, body = "" }) => {
      const given = await answer({ method, url, headers, body });
      const type = { "content-type": "application/json" };
      return replyOf(given.status ?? 200, { ...type, ...lowerCase(given.headers ?? {}) }, textOf(given.body));
    },
  };
}

/**
 * Creates a response from text.
 *
 * @param status - Status
 * @param headers - Headers by lower-case name
 * @param body - The whole body
 * @returns The response
 */
function replyOf(status: number, headers: Readonly<Record<string, string>>, body: string): LayerReply {
  return { status, headers, body: oneChunk(body), drop: () => undefined };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield Buffer.from(text);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function textOf(body: unknown): string {
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}
