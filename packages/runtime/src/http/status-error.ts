import {
  accountInvalid,
  type HttpAnswer,
  hasLimitWords,
  rateLimited,
  refusalReason,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { readRetryHint, upstreamMissing } from "@wellhead/sdk/internal";
import type { Failure } from "./transport-error.js";

/** Server errors that a retry does not resolve: not implemented, HTTP version, loop, sign-in to the network. */
const lasting = new Set([501, 505, 508, 511]);

/**
 * Classifies a response whose status is not a success. The error repeats nothing from the body but the field and the
 * reason of a refused request.
 *
 * @param answer - The response
 * @param host - Host it came from, for the error message
 * @param now - The current time in milliseconds
 * @returns The failure
 */
export function statusFailure(answer: HttpAnswer, host: string, now: number): Failure {
  const { status, headers } = answer;
  const wait = readRetryHint(headers, now);
  if (status === 429 || (status === 403 && (wait !== undefined || hasLimitWords(answer)))) {
    const retryAfter = wait === undefined ? undefined : Math.ceil(wait / 1000);
    const error = rateLimited(
      `Could not read from "${host}": its limit of requests is reached. Try again later.`,
      {
        ...(retryAfter !== undefined && { retryAfter }),
      },
    );
    return { error, again: "broken", wait };
  }
  if (isPassing(status)) {
    const retryAfter = wait === undefined ? undefined : Math.ceil(wait / 1000);
    const error = upstreamUnavailable(
      `Could not read from "${host}": the server returned an error (${status}). Try again later.`,
      {
        ...(retryAfter !== undefined && { retryAfter }),
      },
    );
    return { error, again: "broken", wait };
  }
  return { error: finalError(answer, host), again: "final" };
}

/** Reports whether the same request may succeed later; proxies use statuses of their own above 511, such as 522. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || (status >= 500 && !lasting.has(status));
}

function finalError(answer: HttpAnswer, host: string): Error {
  const { status } = answer;
  if (status === 401) {
    return accountInvalid(
      `Could not sign in to "${host}": it refused the credentials (401). Check them or create new ones.`,
    );
  }
  if (status === 402) {
    return accountInvalid(
      `Could not read from "${host}": the plan of this account does not include it (402). Upgrade the plan or use another account.`,
    );
  }
  if (status === 403) {
    return accountInvalid(
      `Could not read from "${host}": this account does not have permission (403). Grant it the permission or use another account.`,
    );
  }
  if (status === 404 || status === 410) {
    return upstreamMissing(
      `Could not read from "${host}": nothing exists at the address (${status}). It may have been renamed, removed or hidden from this account.`,
    );
  }
  if (status >= 300 && status < 400) {
    return upstreamInvalid(
      `Could not read from "${host}": expected a response, got a redirect (${status}). Check the address.`,
    );
  }
  const reason = refusalReason(answer);
  return upstreamInvalid(
    reason === undefined
      ? `Could not read from "${host}": it refused the request (${status}). Check the filter.`
      : `Could not read from "${host}": it refused the request (${status}): ${reason}. Check the filter.`,
  );
}
