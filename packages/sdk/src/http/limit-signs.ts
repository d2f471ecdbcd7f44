import type { HttpAnswer } from "./http.js";
import { readRetryHint } from "./retry-hint.js";

const limitWords =
  /rate[\s_-]?limit|too[\s_-]many[\s_-]requests|quota|throttl|limit[\s_-]?(?:is[\s_-])?exceeded|exceeded[^"]{0,40}limit/i;

/** Characters of a body in which the words of a limit are looked for. */
const maxSearched = 4096;

/**
 * Reports whether the body of a refusal speaks of a limit. Many services answer a limit with 403, as they do a missing
 * right; only the words tell the two apart, and an account must not be switched off for a limit.
 *
 * @param answer - The refusal
 * @returns Whether it does
 */
export function hasLimitWords({ body, text }: Pick<HttpAnswer, "body" | "text">): boolean {
  return limitWords.test((text ?? JSON.stringify(body) ?? "").slice(0, maxSearched));
}

/**
 * Reads from the headers of an answer how long its sender asks to wait: `Retry-After`, and the usual rate headers when
 * nothing remains.
 *
 * @param answer - The answer
 * @param now - The present in milliseconds, for an answer without a `Date`. Default: the clock's
 * @returns Whole seconds, or `undefined` when the headers name no time
 */
export function retryAfterOf({ headers }: HttpAnswer, now: number = Date.now()): number | undefined {
  const wait = readRetryHint(headers, now);
  return wait === undefined ? undefined : Math.ceil(wait / 1000);
}
