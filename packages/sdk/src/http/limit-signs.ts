import type { HttpAnswer } from "./http.js";

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
 * @example
 * ```ts snippet=examples/sdk/errors.ts#fault
 * function faultOf(answer: HttpAnswer): ConnectorError | undefined {
 *   if (answer.status === 403 && hasLimitWords(answer)) {
 *     const retryAfter = retryAfterOf(answer) ?? 60;
 *     return rateLimited(`The limit of Tracker is reached. Try again in ${retryAfter} seconds.`, {
 *       retryAfter,
 *     });
 *   }
 *   if (answer.status !== 422) return undefined;
 *   const reason = refusalReason(answer) ?? "it gave no reason";
 *   return new ConnectorError("invalid_field", `Tracker refused the filter: ${reason}.`);
 * }
 * ```
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
 * @returns Whole seconds, at least one, or `undefined` when the headers do not say
 * @example
 * ```ts snippet=examples/sdk/errors.ts#fault
 * function faultOf(answer: HttpAnswer): ConnectorError | undefined {
 *   if (answer.status === 403 && hasLimitWords(answer)) {
 *     const retryAfter = retryAfterOf(answer) ?? 60;
 *     return rateLimited(`The limit of Tracker is reached. Try again in ${retryAfter} seconds.`, {
 *       retryAfter,
 *     });
 *   }
 *   if (answer.status !== 422) return undefined;
 *   const reason = refusalReason(answer) ?? "it gave no reason";
 *   return new ConnectorError("invalid_field", `Tracker refused the filter: ${reason}.`);
 * }
 * ```
 */
export function retryAfterOf({ headers }: HttpAnswer, now: number = Date.now()): number | undefined {
  const wait = readRetryHint(headers, now);
  // No one can try again in 0 seconds.
  return wait === undefined ? undefined : Math.max(1, Math.ceil(wait / 1000));
}

/** From this value on a bare number is a Unix time and not a duration. */
const firstInstantSecond = 1_000_000_000;
/** From this value on a bare number is a Unix time in milliseconds. */
const firstInstantMillisecond = 1_000_000_000_000;

type Headers = Readonly<Record<string, string>>;

/**
 * Reads from the response headers how long the upstream asks to wait: `Retry-After` in seconds or as a date, and the
 * usual `RateLimit` and `X-RateLimit` headers when no requests remain.
 *
 * @param headers - Headers by lower-case name
 * @param now - The current time in milliseconds; used when the response has no `Date` header
 * @returns Milliseconds to wait, or `undefined` when the headers contain nothing that can be parsed
 */
export function readRetryHint(headers: Headers, now: number): number | undefined {
  // Measure against the upstream's own clock, so that a wrong clock on either side does not matter.
  const present = readDate(headers["date"]) ?? now;
  const hints = [
    readMilliseconds(headers["retry-after-ms"]),
    readWait(headers["retry-after"], present),
    readWait(headers["x-retry-after"], present),
  ].filter((hint) => hint !== undefined);
  return hints[0] ?? readReset(headers, present);
}

/**
 * Returns the time until the next window starts, if the headers say that the current one is used up.
 *
 * @param headers - Headers by lower-case name
 * @param present - The upstream's current time in milliseconds
 * @returns Milliseconds to wait, or `undefined` when requests remain or the headers do not say
 */
export function readReset(headers: Headers, present: number): number | undefined {
  for (const prefix of ["x-ratelimit-", "ratelimit-", "x-rate-limit-"]) {
    if (isNothing(headers[`${prefix}remaining`])) return readWait(headers[`${prefix}reset`], present);
  }
  const structured = headers["ratelimit"] ?? "";
  const remaining = /(?:^|[;,\s])(?:remaining|r)=(\d+)/.exec(structured)?.[1];
  if (!isNothing(remaining)) return undefined;
  return readWait(/(?:^|[;,\s])(?:reset|t)=(\d+)/.exec(structured)?.[1], present);
}

function isNothing(text: string | undefined): boolean {
  return text !== undefined && /^0+(?:\.0+)?$/.test(text.trim());
}

function readMilliseconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Parses seconds, a Unix time in seconds or milliseconds, or a date. */
function readWait(text: string | undefined, present: number): number | undefined {
  const trimmed = text?.trim() ?? "";
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(trimmed)) {
    const value = Number(trimmed);
    if (value >= firstInstantMillisecond) return Math.max(0, value - present);
    if (value >= firstInstantSecond) return Math.max(0, value * 1000 - present);
    return Math.ceil(value * 1000);
  }
  const instant = readDate(trimmed);
  return instant === undefined ? undefined : Math.max(0, instant - present);
}

/** Parses the three forms of HTTP dates, and ISO 8601; all start with a weekday or a year. */
function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:[A-Z][a-z]{2,8}[, ]|\d{4}-\d\d-\d\d)/.test(text)) return undefined;
  const instant = Date.parse(/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(instant) ? undefined : instant;
}
