import { ConnectorError, upstreamInvalid, upstreamTimeout, upstreamUnavailable } from "@wellhead/sdk";
import { isEgressRefused } from "../egress/egress-refused.js";

/** A failed attempt: the error for the caller, and whether another attempt may help. */
export interface Failure {
  readonly error: Error;
  /** `unsent`: the request cannot have arrived. `broken`: it may have arrived. `stale`: another attempt needs
   * refreshed credentials. `final`: another attempt is useless. */
  readonly again: "unsent" | "broken" | "stale" | "final";
  /** Milliseconds that the upstream asks to wait. */
  readonly wait?: number | undefined;
}

const timeouts: ReadonlyMap<unknown, string> = new Map([
  ["UND_ERR_HEADERS_TIMEOUT", "no response in time"],
  ["UND_ERR_BODY_TIMEOUT", "the response stopped before its end"],
]);

/** Faults of the request or the response itself; another attempt would fail in the same way. */
const broken: ReadonlyMap<unknown, string> = new Map([
  ["UND_ERR_HEADERS_OVERFLOW", "its headers are too large"],
  ["UND_ERR_INVALID_ARG", "the request has a character that is not allowed in a header or an address"],
  ["UND_ERR_NOT_SUPPORTED", "it asks for another protocol"],
]);

/**
 * Classifies an error that a failed attempt threw.
 *
 * @param thrown - What was thrown
 * @param host - Host of the request, for the error message
 * @returns The failure
 */
function transportFailure(thrown: unknown, host: string): Failure {
  if (thrown instanceof ConnectorError) {
    // Only the dialler and our own checks throw these; a retryable one comes from the dialler, so nothing was sent.
    const unsent = thrown.retryable && !isEgressRefused(thrown);
    return { error: thrown, again: unsent ? "unsent" : "final" };
  }
  const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in cause ? cause.code : undefined;
  const late = timeouts.get(code);
  if (late !== undefined) {
    return {
      error: upstreamTimeout(`Could not read from "${host}": ${late}. Try again later.`, { cause }),
      again: "final",
    };
  }
  const wrong =
    broken.get(code) ?? (cause.name === "HTTPParserError" ? "its response is not HTTP" : undefined);
  if (wrong !== undefined) {
    return { error: upstreamInvalid(`Could not read from "${host}": ${wrong}.`, { cause }), again: "final" };
  }
  const error = upstreamUnavailable(
    `Could not read from "${host}": the connection broke before the response was complete. Try again.`,
    { cause },
  );
  return { error, again: "broken" };
}

/** Carries a classified failure out of an attempt; never leaves the HTTP client. */
export class AttemptFailure extends Error {
  /** What failed, and whether another attempt may help. */
  readonly failure: Failure;

  /**
   * Wraps a failure.
   *
   * @param failure - What failed
   */
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}

/**
 * Classifies whatever an attempt threw.
 *
 * @param thrown - What was thrown
 * @param host - Host of the request
 * @returns The failure
 */
export function failureOf(thrown: unknown, host: string): Failure {
  return thrown instanceof AttemptFailure ? thrown.failure : transportFailure(thrown, host);
}
