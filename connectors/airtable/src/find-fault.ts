import {
  accountInvalid,
  type HttpAnswer,
  inputInvalid,
  memberAt,
  rateLimited,
  refusalReason,
  retryAfterOf,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds for which Airtable refuses all requests after too many; it names none in a header. */
const limitSeconds = 30;
/** Seconds after which a used up month is looked at again; the plan may have been changed meanwhile. */
const quotaSeconds = 3600;

/**
 * Finds what Airtable says in ways of its own. The bodies it is tried with, and what a person reads for each, are the
 * fault table of the README.
 *
 * @param answer - An answer of the API
 * @returns The error to throw, or `undefined` when the usual rules hold
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
    return inputInvalid(
      "Could not read from Airtable: the base or table was removed, or this token may not see it. Choose it again.",
      { field: "table" },
    );
  }
  if (type === "VIEW_NAME_NOT_FOUND") {
    return inputInvalid("Could not read the view: the table has none of that id. Choose another view.", {
      field: "view",
    });
  }
  if (type === "LIST_RECORDS_ITERATOR_NOT_AVAILABLE") {
    return upstreamInvalid("Could not read all records: Airtable lost its place in the list. Start again.");
  }
  if (status !== 422 && status !== 400) return undefined;
  return upstreamInvalid(
    `Could not read from Airtable: it refused the request (${status}): ${refusalReason(answer) ?? "it names no reason"}. Check the filter.`,
  );
}

/** The type of a fault stands in one of three places. */
function typeOf(body: unknown): string {
  const places = ["error.type", "error", "errors.0.error"];
  return places.map((place) => memberAt(body, place)).find((found) => typeof found === "string") ?? "";
}

/** Two limits share the status: too many requests of a second, and those of a month, which only the plan changes. */
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
