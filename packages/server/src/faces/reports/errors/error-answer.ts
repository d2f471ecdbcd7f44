import { aliases, type ErrorCode, emitAlias, errorCodes } from "@wellhead/contract";
import type { ConnectorError } from "@wellhead/sdk";
import type { ValueAnswer } from "../../../answer/answer.js";
import { jsonAnswer } from "../../../answer/json-answer.js";

/** Options of {@link errorAnswer}. */
export interface ErrorAnswerOptions {
  readonly requestId: string;
  /** Removes secrets from the message. */
  readonly scrub: (text: string) => string;
  /** Whether this is a failed sign-in, whose message is also written to `errors`. Default: `false`. */
  readonly failedAccount?: boolean;
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
const longest = 1000;

/**
 * Builds the error response that all endpoints share.
 *
 * @param error - The error
 * @param options - Request id and scrubber
 * @returns The response, with `Retry-After` when the same request may succeed later
 * @see The connector contract, "Errors"
 */
export function errorAnswer(error: ConnectorError, options: ErrorAnswerOptions): ValueAnswer {
  const { code, message } = error;
  const { status, meaning } = errorCodes[code];
  const wait = waitOf(error);
  const text = options.scrub(message).slice(0, longest).trim();
  const body = {
    ...emitAlias(aliases.errorText, text === "" ? meaning : text),
    ...(options.failedAccount === true && { errors: text === "" ? meaning : text }),
    code,
    status,
    ...(typeof error.field === "string" && { field: options.scrub(error.field) }),
    ...(wait !== undefined && { retryAfter: wait, tryLater: true }),
    requestId: options.requestId,
  };
  return jsonAnswer(body, status, {
    ...(wait !== undefined && { "retry-after": String(wait) }),
    ...(options.allow !== undefined && { allow: options.allow }),
  });
}

function waitOf({ code, retryAfter }: ConnectorError): number | undefined {
  if (!errorCodes[code].retryable) return undefined;
  const wait = typeof retryAfter === "number" && retryAfter >= 0 ? Math.ceil(retryAfter) : defaultWait[code];
  return wait === undefined ? undefined : Math.min(wait, 365 * 86_400);
}
