import type { FaultCase } from "@wellhead/test-support/upstream";

const errors = "https://airtable.com/developers/web/api/errors";
const limits = "https://airtable.com/developers/web/api/rate-limits";

/** Error responses of Airtable, as found in its documentation and public threads. */
export const airtableFaults: readonly FaultCase[] = [
  {
    fault: "wrong token",
    status: 401,
    body: { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } },
    source: errors,
    code: "account_invalid",
  },
  {
    fault: "limit of a second",
    status: 429,
    body: {
      errors: [{ error: "RATE_LIMIT_REACHED", message: "Rate limit exceeded. Please try again later" }],
    },
    source: "https://github.com/PipedreamHQ/pipedream/issues/10130",
    code: "rate_limited",
    retryAfter: 30,
  },
  {
    fault: "limit of a month",
    status: 429,
    body: {
      errors: [
        {
          error: "PUBLIC_API_BILLING_LIMIT_EXCEEDED",
          message: "Your workspace has exceeded its monthly API call limit",
        },
      ],
    },
    source: "https://support.airtable.com/docs/managing-api-call-limits-in-airtable",
    code: "rate_limited",
    retryAfter: 3600,
  },
  {
    fault: "missing right or removed",
    status: 403,
    body: {
      error: {
        type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND",
        message: "Invalid permissions, or the requested model was not found.",
      },
    },
    source: errors,
    code: "account_invalid",
  },
  {
    fault: "removed",
    status: 404,
    body: { error: "NOT_FOUND" },
    source: errors,
    code: "invalid_field",
  },
  {
    fault: "unknown view",
    status: 422,
    body: { error: { type: "VIEW_NAME_NOT_FOUND", message: "View not found" } },
    source: errors,
    code: "invalid_field",
  },
  {
    fault: "refused formula",
    status: 422,
    body: {
      error: {
        type: "INVALID_FILTER_BY_FORMULA",
        message: "The formula for filtering records is invalid: Unknown field names: colour",
      },
    },
    source: errors,
    code: "upstream_invalid",
  },
  {
    fault: "lost its place",
    status: 422,
    body: { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message: "" } },
    source: "https://airtable.com/developers/web/api/list-records",
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    fault: "a proxy's page",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><body>Blocked</body></html>",
    source: errors,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    fault: "out of order",
    status: 502,
    headers: { "content-type": "text/html" },
    body: "<html><body>Bad Gateway</body></html>",
    source: limits,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
