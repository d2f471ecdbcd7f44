import { createHash } from "node:crypto";
import { type ErrorCode, errorCodes } from "@wellhead/contract/vocabulary";
import type { ConnectorError } from "@wellhead/sdk";
import type { RequestLog } from "../observe/logs/request-log.js";
import type { RowStream } from "../stream/row-stream.js";
import { toConnectorError } from "../wire/thrown.js";
import type { RequestIds } from "../wire/wire-request.js";

/** Headers of a response; names are in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** A response whose body is known or empty. */
export interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer | string | undefined;
}

/** A response whose memory is used again once it has been sent. */
export interface ReusedAnswer extends ValueAnswer {
  readonly body: Buffer;
  /** Called when the body has been sent and may be overwritten; not called when a hook of the application has read it. */
  readonly release: () => void;
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
export type Answer = ValueAnswer | ReusedAnswer | StreamAnswer;

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
 * Builds a response with JSON whose memory is used again.
 *
 * @param body - The JSON
 * @param release - Called when it has been sent and may be overwritten
 * @returns The response
 */
export function reusedJsonAnswer(body: Buffer, release: () => void): ReusedAnswer {
  return { kind: "value", status: 200, headers: jsonHeaders, body, release };
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

/** What an error response says, in no particular wire format. */
export interface ErrorFacts {
  /** The message without secrets; the meaning of the code when the error has none. */
  readonly message: string;
  readonly code: ErrorCode;
  readonly status: number;
  /** Id of the field that caused the error. */
  readonly field: string | undefined;
  /** Seconds after which the same request may succeed; `undefined` when it never will. */
  readonly retryAfter: number | undefined;
  readonly requestId: string;
  /** Name of the endpoint; `undefined` when the path matches none. */
  readonly endpoint: string | undefined;
}

/** Options of {@link errorAnswer}. */
export interface ErrorAnswerOptions {
  /** Builds the JSON body. */
  readonly errorBody: (facts: ErrorFacts) => object;
  readonly requestId: string;
  /** Removes secrets from the message. */
  readonly scrub: (text: string) => string;
  /** Name of the endpoint. Default: the path matches none. */
  readonly endpoint?: string;
  /** Value of the `Allow` header. */
  readonly allow?: string;
}

/** Seconds until a retry where neither the error nor the upstream specified any. */
const defaultWait: Readonly<Partial<Record<ErrorCode, number>>> = {
  rate_limited: 30,
  upstream_unavailable: 30,
  upstream_timeout: 30,
  unavailable: 5,
};

/** Maximum characters of a message, so that a whole upstream page is never passed on. */
const maxMessageChars = 1000;

/**
 * Builds an error response.
 *
 * @param error - The error
 * @param options - How its body is built, request id and scrubber
 * @returns The response, with `Retry-After` when the same request may succeed later
 * @see The connector contract, "Errors"
 */
export function errorAnswer(
  error: ConnectorError,
  { errorBody, requestId, scrub, endpoint, allow }: ErrorAnswerOptions,
): ValueAnswer {
  const { code, field } = error;
  const { status, meaning } = errorCodes[code];
  const retryAfter = waitOf(error);
  const message = scrub(error.message).slice(0, maxMessageChars).trim();
  const body = errorBody({
    message: message === "" ? meaning : message,
    code,
    status,
    field: typeof field === "string" ? scrub(field) : undefined,
    retryAfter,
    requestId,
    endpoint,
  });
  return jsonAnswer(body, status, {
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(allow !== undefined && { allow }),
  });
}

function waitOf({ code, retryAfter }: ConnectorError): number | undefined {
  if (!errorCodes[code].retryable) return undefined;
  const wait = typeof retryAfter === "number" && retryAfter >= 0 ? Math.ceil(retryAfter) : defaultWait[code];
  return wait === undefined ? undefined : Math.min(wait, 365 * 86_400);
}

/** Options of {@link failedAnswer}. */
export interface FailedAnswerOptions extends Omit<ErrorAnswerOptions, "scrub"> {
  /** Receives the details, and removes secrets from the message. */
  readonly log: RequestLog;
}

/**
 * Builds the response for a failure, and logs the details that the caller does not receive.
 *
 * @param thrown - Any thrown value
 * @param options - How its body is built, log and request id
 * @returns The response and its error code
 * @see The connector contract, "Errors"
 */
export function failedAnswer(
  thrown: unknown,
  { log, ...options }: FailedAnswerOptions,
): { answer: ValueAnswer; code: string } {
  const error = toConnectorError(thrown, log.describeFault);
  // Mistakes of the caller are reported to the caller alone. Failures of the service or its upstreams are logged.
  if (error.status >= 500)
    log.failed(error.message, error.cause ?? error, error.code === "internal" ? "error" : "warn");
  return { answer: errorAnswer(error, { ...options, scrub: (text) => log.scrub(text) }), code: error.code };
}
