import {
  accountInvalid,
  type HttpAnswer,
  memberAt,
  rateLimited,
  retryAfterOf,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { batchFault } from "./read/batch-errors.js";

/** Seconds to wait after each kind of limit if the response does not say how long. */
const waits: ReadonlyMap<string, number> = new Map([
  ["SECONDLY", 1],
  ["TEN_SECONDLY_ROLLING", 10],
  ["DAILY", 3600],
]);

/**
 * Recognises errors that HubSpot reports in its own way. The fault table in the README lists the bodies it is tested
 * with, and the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://developers.hubspot.com/docs/api-reference/error-handling
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
  if (status === 401) {
    return accountInvalid(
      "Could not sign in to HubSpot: the token is wrong, has expired or was revoked. Copy it again from the private app, or sign in again.",
      { field: "token" },
    );
  }
  if (status === 207) return batchFault(body);
  if (status === 429) return limitOf(answer);
  if (status === 403 && memberAt(body, "category") === "MISSING_SCOPES") return missingScopes(body);
  if (status === 403 && text.trimStart().startsWith("<")) {
    return upstreamUnavailable(
      "Could not read from HubSpot: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
    );
  }
  if (status === 423 || status === 477) {
    return upstreamUnavailable(
      `Could not read from HubSpot: the account is locked or being moved (${status}). Try again later.`,
      { retryAfter: retryAfterOf(answer) ?? 60 },
    );
  }
  return undefined;
}

/** @see https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines */
function limitOf(answer: HttpAnswer): Error {
  const policy = String(memberAt(answer.body, "policyName"));
  const retryAfter = retryAfterOf(answer) ?? waits.get(policy) ?? 10;
  const limit = policy === "DAILY" ? "limit of requests for the day" : "limit of requests";
  return rateLimited(`Could not read from HubSpot: its ${limit} is reached. Try again in ${retryAfter} s.`, {
    retryAfter,
  });
}

function missingScopes(body: unknown): Error {
  const found =
    memberAt(body, "errors.0.context.requiredGranularScopes") ?? memberAt(body, "context.requiredScopes");
  const scopes = Array.isArray(found)
    ? found.filter((one): one is string => typeof one === "string" && /^[\w.-]{1,80}$/.test(one))
    : [];
  const named =
    scopes.length === 0 ? "a scope that is needed" : `the scope ${scopes.slice(0, 3).join(" or ")}`;
  return accountInvalid(
    `Could not read from HubSpot: the token does not have ${named}. Add it to the private app, or sign in again.`,
  );
}
