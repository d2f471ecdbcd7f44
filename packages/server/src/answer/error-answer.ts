import { type ErrorCode, errorCodes } from "@wellhead/contract/vocabulary";
import type { ConnectorError } from "@wellhead/sdk";
import { toConnectorError } from "../errors/to-connector-error.js";
import type { RequestLog } from "../logs/request-log.js";
import { jsonAnswer, type ValueAnswer } from "./answer.js";

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
  const error = toConnectorError(thrown);
  // Mistakes of the caller are reported to the caller alone. Failures of the service or its upstreams are logged.
  if (error.status >= 500)
    log.failed(error.message, error.cause ?? error, error.code === "internal" ? "error" : "warn");
  return { answer: errorAnswer(error, { ...options, scrub: (text) => log.scrub(text) }), code: error.code };
}
