import {
  accountInvalid,
  type HttpAnswer,
  inputInvalid,
  memberAt,
  rateLimited,
  refusalReason,
  retryAfterOf,
  upstreamInvalid,
  upstreamMissing,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds for which Airtable rejects all requests after too many. No header contains this time. */
const limitSeconds = 30;
/** Seconds to wait after the monthly limit. The plan may have been changed by then. */
const quotaSeconds = 3600;

/**
 * Recognises errors that Airtable reports in its own way. The fault table in the README lists the bodies it is tested
 * with, and the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://airtable.com/developers/web/api/errors
 * @see https://airtable.com/developers/web/api/rate-limits
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
  const type = typeOf(body);
  if (status === 429) return limitOf(answer, type);
  if (status === 403 && text.trimStart().startsWith("<")) {
    return upstreamUnavailable(
      "Could not read from Airtable: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
    );
  }
  if (type.startsWith("INVALID_PERMISSIONS")) {
    return accountInvalid(
      "Could not read from Airtable: the token may not read this base. Give it access to the base and the scopes data.records:read and schema.bases:read.",
    );
  }
  if (type === "NOT_FOUND" || type === "MODEL_ID_NOT_FOUND" || status === 404) {
    return upstreamMissing(
      "Could not read from Airtable: the base or table was removed, or this token may not see it. Choose it again.",
      { field: "table" },
    );
  }
  if (type === "VIEW_NAME_NOT_FOUND") {
    return inputInvalid("Could not read the view: the table has no view with that id. Choose another view.", {
      field: "view",
    });
  }
  if (type === "LIST_RECORDS_ITERATOR_NOT_AVAILABLE") {
    return upstreamUnavailable(
      "Could not read all records: Airtable no longer knows the position in the list. Read it again.",
    );
  }
  if (status !== 422 && status !== 400) return undefined;
  return upstreamInvalid(
    `Could not read from Airtable: it refused the request (${status}): ${refusalReason(answer) ?? "it names no reason"}. Check the filter.`,
  );
}

/** Returns the type of an error, which is in one of three places. */
function typeOf(body: unknown): string {
  const places = ["error.type", "error", "errors.0.error"];
  return places.map((place) => memberAt(body, place)).find((found) => typeof found === "string") ?? "";
}

/**
 * Returns the error for status 429, which two limits share: requests per second, and requests per month, which depend
 * on the plan.
 */
function limitOf(answer: HttpAnswer, type: string): Error {
  if (/BILLING|MONTHLY|QUOTA/i.test(type)) {
    return rateLimited(
      "Could not read from Airtable: the API calls of this month are used up, as the workspace's plan counts them. Wait for the next month, or upgrade the plan.",
      { retryAfter: quotaSeconds },
    );
  }
  const retryAfter = Math.max(1, retryAfterOf(answer) ?? limitSeconds);
  return rateLimited(
    `Could not read from Airtable: its limit of requests is reached (5 a second of a base, 50 of a token). Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
