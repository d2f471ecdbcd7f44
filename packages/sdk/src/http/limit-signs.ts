import type { HttpAnswer } from "./http.js";
import { readRetryHint } from "./retry-hint.js";

const limitWords =
  /rate[\s_-]?limit|too[\s_-]many[\s_-]requests|quota|throttl|limit[\s_-]?(?:is[\s_-])?exceeded|exceeded[^"]{0,40}limit/i;

/** Number of characters of a body that are searched for the words. */
const maxSearched = 4096;

/**
 * Reports whether the body of a refusal mentions a limit. Many services respond to a limit with 403, as they do to a
 * missing permission. Only the words tell the two apart, and an account must not be disabled because of a limit.
 *
 * @param answer - The refusal
 * @returns Whether it mentions a limit
 */
export function hasLimitWords({ body, text }: Pick<HttpAnswer, "body" | "text">): boolean {
  return limitWords.test((text ?? JSON.stringify(body) ?? "").slice(0, maxSearched));
}

/**
 * Reads from the response headers how long the upstream asks to wait: from `Retry-After`, or from the usual rate limit
 * headers when no requests remain.
 *
 * @param answer - The response
 * @param now - The current time in milliseconds, for a response without a `Date` header. Default: `Date.now()`
 * @returns Whole seconds, or `undefined` when the headers do not say
 */
export function retryAfterOf({ headers }: HttpAnswer, now: number = Date.now()): number | undefined {
  const wait = readRetryHint(headers, now);
  return wait === undefined ? undefined : Math.ceil(wait / 1000);
}
