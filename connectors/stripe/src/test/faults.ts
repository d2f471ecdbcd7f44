import type { FaultCase } from "@wellhead/test-support/upstream";

const errors = "https://docs.stripe.com/api/errors";
const codes = "https://docs.stripe.com/error-codes";
const limits = "https://docs.stripe.com/rate-limits";
const type = "invalid_request_error";

/** Error responses of Stripe, as found in its documentation. */
export const stripeFaults: readonly FaultCase[] = [
  {
    fault: "wrong key",
    status: 401,
    body: { error: { message: "Invalid API Key provided: rk_test_********ong", type } },
    source: errors,
    code: "account_invalid",
  },
  {
    fault: "expired key",
    status: 401,
    body: { error: { code: "api_key_expired", message: "Expired API Key provided: rk_test_***ong", type } },
    source: codes,
    code: "account_invalid",
  },
  {
    fault: "limit of requests",
    status: 429,
    headers: { "stripe-rate-limited-reason": "global-rate" },
    body: { error: { code: "rate_limit", message: "Request rate limit exceeded.", type } },
    source: limits,
    code: "rate_limited",
    retryAfter: 2,
  },
  {
    fault: "object locked",
    status: 429,
    body: { error: { code: "lock_timeout", message: "This object cannot be accessed right now.", type } },
    source: limits,
    code: "rate_limited",
    retryAfter: 2,
  },
  {
    fault: "wrong argument",
    status: 400,
    body: {
      error: {
        code: "parameter_unknown",
        message: "Received unknown parameter: since",
        param: "since",
        type,
      },
    },
    source: errors,
    code: "upstream_invalid",
  },
  {
    fault: "other mode",
    status: 404,
    body: {
      error: { code: "resource_missing", message: "No such subscription: 'sub_1'", param: "id", type },
    },
    source: codes,
    code: "invalid_field",
  },
  ...[500, 502, 503, 504].map((status) => ({
    fault: "fault of Stripe's",
    status,
    body: { error: { message: "An unknown error occurred", type: "api_error" } },
    source: errors,
    code: "upstream_unavailable",
    retryAfter: 30,
  })),
  {
    fault: "a proxy's page",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><body>Blocked</body></html>",
    source: errors,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
