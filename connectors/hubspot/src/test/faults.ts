import type { FaultCase } from "@wellhead/test-support/upstream";

const handling = "https://developers.hubspot.com/docs/api-reference/error-handling";
const usage = "https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines";

const limit = (policyName: string, message: string) => ({
  status: 429,
  body: { status: "error", message, errorType: "RATE_LIMIT", correlationId: "1", policyName },
  source: usage,
  code: "rate_limited",
});

/** Error responses of HubSpot, as found in its documentation. */
export const hubspotFaults: readonly FaultCase[] = [
  {
    fault: "wrong token",
    status: 401,
    body: {
      status: "error",
      message: "Authentication credentials not found.",
      category: "INVALID_AUTHENTICATION",
    },
    source: handling,
    code: "account_invalid",
  },
  {
    fault: "missing scope",
    status: 403,
    body: {
      status: "error",
      message: "This app hasn't been granted all required scopes to make this call.",
      category: "MISSING_SCOPES",
      errors: [
        { message: "One or more scopes", context: { requiredGranularScopes: ["crm.objects.deals.read"] } },
      ],
    },
    source: handling,
    code: "account_invalid",
  },
  {
    fault: "limit of a second",
    ...limit("SECONDLY", "You have reached your secondly limit."),
    retryAfter: 1,
  },
  {
    fault: "limit of ten seconds",
    ...limit("TEN_SECONDLY_ROLLING", "You have reached your ten_secondly_rolling limit."),
    retryAfter: 10,
  },
  { fault: "limit of a day", ...limit("DAILY", "You have reached your daily limit."), retryAfter: 3600 },
  {
    fault: "wrong request",
    status: 400,
    body: { status: "error", message: "Property values were not valid", category: "VALIDATION_ERROR" },
    source: handling,
    code: "upstream_invalid",
  },
  {
    fault: "account locked",
    status: 423,
    body: { status: "error", message: "Resource is locked" },
    source: handling,
    code: "upstream_unavailable",
    retryAfter: 60,
  },
  {
    fault: "account being moved",
    status: 477,
    headers: { "retry-after": "120" },
    body: { status: "error", message: "Migration in progress" },
    source: handling,
    code: "upstream_unavailable",
    retryAfter: 120,
  },
  ...[502, 504, 521, 523].map((status) => ({
    fault: "time-out within HubSpot",
    status,
    body: { status: "error", message: "Timed out" },
    source: handling,
    code: "upstream_unavailable",
    retryAfter: 30,
  })),
  {
    fault: "a proxy's page",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><body>Blocked</body></html>",
    source: handling,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
