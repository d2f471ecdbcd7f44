import { createHash } from "node:crypto";
import type { RequestIds } from "../request/request-ids.js";
import type { RowStream } from "../stream/row-stream.js";

/** Headers of a response; names are in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** A response whose body is known or empty. */
export interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer | string | undefined;
}

/** A response whose rows, or the bytes of a file, are written while they are read. */
export interface StreamAnswer {
  readonly kind: "stream";
  /** 206 for a part of a file. */
  readonly status: 200 | 206;
  readonly headers: AnswerHeaders;
  readonly stream: RowStream;
}

/** The response of an endpoint. */
export type Answer = ValueAnswer | StreamAnswer;

/** A response body that is built once and sent many times. */
export interface PreparedBody {
  readonly body: Buffer | string;
  /** `ETag` header. */
  readonly tag: string;
}

/** Media type of every JSON response. */
const jsonMediaType = "application/json; charset=utf-8";

const jsonHeaders: AnswerHeaders = { "content-type": jsonMediaType };

/**
 * Builds a response with a JSON value.
 *
 * @param value - The value
 * @param status - HTTP status. Default: 200
 * @param headers - Further headers
 * @returns The response
 */
export function jsonAnswer(value: unknown, status = 200, headers?: AnswerHeaders): ValueAnswer {
  return {
    kind: "value",
    status,
    headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers },
    body: JSON.stringify(value),
  };
}

/**
 * Builds a response with JSON that is already text.
 *
 * @param body - The JSON
 * @returns The response
 */
export function jsonTextAnswer(body: Buffer | string): ValueAnswer {
  return { kind: "value", status: 200, headers: jsonHeaders, body };
}

/**
 * Builds a response without a body.
 *
 * @param status - 204, 302 or 304
 * @param headers - Headers
 * @returns The response
 */
export function emptyAnswer(status: 204 | 302 | 304, headers: AnswerHeaders = {}): ValueAnswer {
  return { kind: "value", status, headers, body: undefined };
}

/**
 * Builds the response with a prepared JSON body.
 *
 * @param prepared - The body
 * @param header - `If-None-Match` of the request
 * @returns The body, or 304 when the caller already has it
 */
export function preparedAnswer({ body, tag }: PreparedBody, header: string | undefined): ValueAnswer {
  if (matchesTag(header, tag)) return emptyAnswer(304, { etag: tag });
  return { kind: "value", status: 200, headers: { "content-type": jsonMediaType, etag: tag }, body };
}

/**
 * Computes the `ETag` of a body.
 *
 * @param body - The bytes of the body
 * @returns A strong tag, in quotes
 */
export function entityTag(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/**
 * Returns whether a caller already has the current version of a response.
 *
 * @param header - `If-None-Match` of the request
 * @param tag - `ETag` of the response
 * @returns Whether to respond with 304
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => ["*", tag].includes(part.trim().replace(/^W\//, "")));
}

/**
 * Adds the headers of every response: the request id, and `Cache-Control: no-store` unless the response sets its own.
 *
 * @param answer - The response
 * @param ids - Headers that echo the request's ids
 * @returns The response with these headers
 * @see The connector contract, "General rules"
 */
export function withCommonHeaders<Kind extends Answer>(answer: Kind, ids: RequestIds["headers"]): Kind {
  return { ...answer, headers: { "cache-control": "no-store", ...answer.headers, ...ids } };
}
