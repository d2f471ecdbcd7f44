import { ConnectorError, type ConnectorErrorOptions, isConnectorError } from "./connector-error.js";

/**
 * Creates the error for an upstream response that breaks the upstream's own rules: wrong shape, cut short, or an error
 * in a success response. Reported as 502.
 *
 * @param message - What was requested and what the upstream returned, in words
 * @param options - Cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-invalid
 * if (body.rows === undefined) throw upstreamInvalid("Could not read the report: Tracker sent no rows.");
 * ```
 */
export function upstreamInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_invalid", message, options);
}

/**
 * Creates the error for an upstream that cannot be reached or is down. Reported as 503.
 *
 * @param message - What could not be reached
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-unavailable
 * if (status >= 500) throw upstreamUnavailable("Tracker is down. Try again later.", { retryAfter: 30 });
 * ```
 */
export function upstreamUnavailable(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_unavailable", message, options);
}

/**
 * Creates the error for an upstream that timed out. Reported as 504.
 *
 * @param message - What timed out, and after how long
 * @param options - Cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-timeout
 * if (status === 504) throw upstreamTimeout("Tracker did not finish the report in time. Narrow the filter.");
 * ```
 */
export function upstreamTimeout(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_timeout", message, options);
}

/**
 * Creates the error for a limit of the upstream that is reached. Reported as 429 with `tryLater`.
 *
 * @param message - Which limit, and when it ends
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#rate-limited
 * if (remaining === 0) throw rateLimited("The limit of Tracker is reached.", { retryAfter: 60 });
 * ```
 */
export function rateLimited(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("rate_limited", message, options);
}

/** Cause of the error for a response that exceeds its maximum size. */
class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * Creates the error for a response that exceeds its maximum size. Reported as 502; {@link isTooLarge} recognises it.
 *
 * @param message - The maximum, and how to stay below it
 * @returns The error to throw
 */
export function upstreamTooLarge(message: string): ConnectorError {
  return upstreamInvalid(message, { cause: new ResponseTooLarge() });
}

/**
 * Reports whether a response was rejected only because of its size, so that the caller may request a smaller one.
 *
 * @param error - What a call threw
 * @returns Whether the response had more bytes than `limits.pageBytes`
 * @example
 * ```ts snippet=examples/sdk/errors.ts#is-too-large
 * // Half of the page is requested when the response was too large.
 * function sizeOfPage(error: unknown, size: number): number {
 *   return isTooLarge(error) ? Math.ceil(size / 2) : size;
 * }
 * ```
 */
export function isTooLarge(error: unknown): boolean {
  return isConnectorError(error) && error.cause instanceof ResponseTooLarge;
}
