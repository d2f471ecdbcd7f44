import {
  accountInvalid,
  ConnectorError,
  type HttpAnswer,
  memberAt,
  rateLimited,
  refusalReason,
  retryAfterOf,
  upstreamInvalid,
  upstreamMissing,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds to wait after a limit if the response does not say how long; Stripe counts requests per second. */
const limitSeconds = 2;

/** Cause of an error for a valid key that lacks a permission. */
class PermissionMissing extends Error {
  override readonly name = "PermissionMissing";
}

/**
 * Returns whether an error means that a key is valid but lacks a permission.
 *
 * @param error - The thrown error
 * @returns Whether it means that
 */
export function isPermissionMissing(error: unknown): boolean {
  return error instanceof ConnectorError && error.cause instanceof PermissionMissing;
}

/**
 * Recognises errors that Stripe reports in its own way. The fault table in the README lists the bodies it is tested
 * with, and the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://docs.stripe.com/api/errors
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body } = answer;
  const code = memberAt(body, "error.code");
  if (status === 401) return refusedKey(code);
  if (status === 403) return forbidden(answer);
  if (status === 429) return limit(answer, code);
  if (code === "resource_missing" && memberAt(body, "error.param") === "starting_after") {
    return upstreamUnavailable(
      "Could not read the whole list: the object after which Stripe continues was deleted. Read it again.",
    );
  }
  if (status === 404 && code === "resource_missing") {
    return upstreamMissing(
      "Could not read from Stripe: an object that the filter names does not exist, or belongs to the other mode (live or test). Choose it again.",
    );
  }
  if (status === 400 && memberAt(body, "error.type") === "invalid_request_error") {
    const reason = refusalReason(answer);
    return upstreamInvalid(
      `Could not read from Stripe: it refused the request${reason === undefined ? "" : ` (${reason})`}. Change the filter.`,
    );
  }
  return undefined;
}

function refusedKey(code: unknown): Error {
  const reason =
    code === "api_key_expired" ? "the API key has expired" : "the API key is wrong or was deleted";
  return accountInvalid(
    `Could not sign in to Stripe: ${reason}. Make a new restricted key in the dashboard and paste it.`,
    { field: "token" },
  );
}

function forbidden({ body, text = "" }: HttpAnswer): Error | undefined {
  if (memberAt(body, "error") !== undefined) return missingPermission(body);
  if (!text.trimStart().startsWith("<")) return undefined;
  return upstreamUnavailable(
    "Could not read from Stripe: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
  );
}

/**
 * Returns the error for a missing permission, with its name, such as `rak_charge_read`. The rest of Stripe's message is
 * dropped, because it contains part of the key.
 */
function missingPermission(body: unknown): Error {
  const message = String(memberAt(body, "error.message"));
  const permission = /'(rak_\w{1,60})'/.exec(message)?.[1];
  const name = permission === undefined ? "the permission to read this" : `the permission "${permission}"`;
  return accountInvalid(
    `Could not read from Stripe: the API key does not have ${name}. Edit the key in the dashboard and add it.`,
    { cause: new PermissionMissing(permission) },
  );
}

/** @see https://docs.stripe.com/rate-limits */
function limit(answer: HttpAnswer, code: unknown): Error {
  const retryAfter = retryAfterOf(answer) ?? limitSeconds;
  if (code === "lock_timeout") {
    return rateLimited(
      `Could not read from Stripe: another request is changing the same object. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }
  return rateLimited(
    `Could not read from Stripe: its limit of requests is reached. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
