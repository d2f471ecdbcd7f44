import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * The upstream answered against its own rules: wrong shape, cut short, an error inside a success. Answered as 502.
 *
 * @param message - What was asked and what came back, in words
 * @param options - Cause
 * @returns The error to throw
 */
export function upstreamInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_invalid", message, options);
}

/**
 * The upstream cannot be reached or is down. Answered as 503.
 *
 * @param message - What could not be reached
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 */
export function upstreamUnavailable(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_unavailable", message, options);
}

/**
 * The upstream took longer than it may. Answered as 504.
 *
 * @param message - What was waited for and how long
 * @param options - Cause
 * @returns The error to throw
 */
export function upstreamTimeout(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_timeout", message, options);
}

/**
 * A limit of the upstream is reached. Answered as 429 with `tryLater`.
 *
 * @param message - Which limit, and when it is over
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 */
export function rateLimited(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("rate_limited", message, options);
}
