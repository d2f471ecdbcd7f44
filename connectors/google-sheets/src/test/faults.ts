import type { FaultCase } from "@wellhead/test-support/upstream";

const drive = "https://developers.google.com/workspace/drive/api/guides/handle-errors";
const limits = "https://developers.google.com/workspace/sheets/api/limits";

/** Error responses of Google, as found in its documentation and public threads. */
export const googleFaults: readonly FaultCase[] = [
  {
    fault: "limit of a minute, Sheets",
    status: 429,
    body: {
      error: {
        code: 429,
        message:
          "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com'",
        status: "RESOURCE_EXHAUSTED",
      },
    },
    source: limits,
    code: "rate_limited",
    retryAfter: 60,
  },
  ...["userRateLimitExceeded", "rateLimitExceeded", "dailyLimitExceeded"].map((reason) => ({
    fault: `limit, Drive (${reason})`,
    status: 403,
    body: {
      error: {
        errors: [{ domain: "usageLimits", reason, message: "User rate limit exceeded." }],
        code: 403,
        message: "User rate limit exceeded.",
      },
    },
    source: "https://github.com/labbots/google-drive-upload/issues/192",
    code: "rate_limited",
    retryAfter: 60,
  })),
  {
    fault: "API switched off",
    status: 403,
    body: {
      error: {
        code: 403,
        message: "Google Sheets API has not been used in project 1 before or it is disabled.",
        status: "PERMISSION_DENIED",
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED" }],
      },
    },
    source: "https://cloud.google.com/apis/design/errors#error_info",
    code: "upstream_invalid",
  },
  {
    fault: "API switched off, Drive",
    status: 403,
    body: {
      error: {
        errors: [{ domain: "usageLimits", reason: "accessNotConfigured", message: "Access Not Configured." }],
        code: 403,
      },
    },
    source: drive,
    code: "upstream_invalid",
  },
  {
    fault: "missing scope",
    status: 403,
    body: {
      error: {
        code: 403,
        message: "Request had insufficient authentication scopes.",
        status: "PERMISSION_DENIED",
        details: [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" },
        ],
      },
    },
    source: "https://cloud.google.com/apis/design/errors#error_info",
    code: "account_invalid",
  },
  {
    fault: "not shared",
    status: 403,
    body: {
      error: { code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED" },
    },
    source: drive,
    code: "invalid_field",
  },
  {
    fault: "removed",
    status: 404,
    body: { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } },
    source: drive,
    code: "invalid_field",
  },
  {
    fault: "an Office file",
    status: 400,
    body: {
      error: {
        code: 400,
        message: "This operation is not supported for this document",
        errors: [
          {
            message: "This operation is not supported for this document",
            domain: "global",
            reason: "failedPrecondition",
          },
        ],
        status: "FAILED_PRECONDITION",
      },
    },
    source: "https://github.com/googleworkspace/php-samples/issues/65",
    code: "invalid_field",
  },
  {
    fault: "a page of a proxy",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<!DOCTYPE html><html><head><title>Access denied</title></head><body>Blocked</body></html>",
    source: "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.4",
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    fault: "refused range",
    status: 400,
    body: {
      error: { code: 400, message: "Unable to parse range: Sheet1!A1:ZZZ", status: "INVALID_ARGUMENT" },
    },
    source: "https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get",
    code: "upstream_invalid",
  },
  {
    fault: "out of order",
    status: 503,
    body: { error: { code: 503, message: "The service is currently unavailable.", status: "UNAVAILABLE" } },
    source: limits,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];

const grants = "https://developers.google.com/identity/protocols/oauth2/service-account#error-codes";

/** Error responses of the token endpoint to a service account. */
export const grantFaults: readonly FaultCase[] = [
  ["service account: key refused", 400, "invalid_grant", "Invalid JWT Signature.", "account_invalid"],
  [
    "service account: key or account removed",
    400,
    "invalid_grant",
    "Invalid grant: account not found",
    "account_invalid",
  ],
  ["service account: unknown person", 400, "invalid_grant", "Not a valid email.", "account_invalid"],
  [
    "service account: clock",
    400,
    "invalid_grant",
    "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your 'iat' and 'exp' values and use a clock with skew to account for clock differences between systems.",
    "upstream_invalid",
  ],
  [
    "service account: no delegation",
    401,
    "unauthorized_client",
    "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.",
    "account_invalid",
  ],
  [
    "service account: policy of the domain",
    400,
    "admin_policy_enforced",
    "The Google Account is unable to authorize one or more scopes requested.",
    "account_invalid",
  ],
  [
    "service account: client switched off",
    401,
    "disabled_client",
    "The OAuth client was disabled.",
    "account_invalid",
  ],
].map(([fault, status, error, description, code]) => ({
  fault: String(fault),
  status: Number(status),
  body: { error, error_description: description },
  source: grants,
  code: String(code),
}));
