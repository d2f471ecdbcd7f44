import type { FaultCase } from "@wellhead/test-support/upstream";

const statuses = "https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes";
const limits = "https://developer.atlassian.com/cloud/jira/platform/rate-limiting/";
const basic = "https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/";
const plain = { "content-type": "text/plain" };
const page = { "content-type": "text/html" };

/** Error responses of Jira, as found in its documentation. */
export const jiraFaults: readonly FaultCase[] = [
  {
    fault: "wrong token",
    status: 401,
    headers: plain,
    body: "Client must be authenticated to access this resource.",
    source: basic,
    code: "account_invalid",
  },
  {
    fault: "too many wrong tries",
    status: 403,
    headers: { ...plain, "x-seraph-loginreason": "AUTHENTICATION_DENIED" },
    body: "",
    source: basic,
    code: "account_invalid",
  },
  {
    fault: "missing right",
    status: 403,
    body: { errorMessages: ["You do not have permission to view these."], errors: {} },
    source: statuses,
    code: "account_invalid",
  },
  {
    fault: "wrong query",
    status: 400,
    body: {
      errorMessages: ["Field 'colour' does not exist or you do not have permission to view it."],
      errors: {},
    },
    source: statuses,
    code: "invalid_field",
  },
  {
    fault: "limit of requests",
    status: 429,
    headers: { "retry-after": "25", "x-ratelimit-reason": "jira-quota-global-based" },
    body: "",
    source: limits,
    code: "rate_limited",
    retryAfter: 25,
  },
  {
    fault: "another site",
    status: 404,
    headers: page,
    body: "<html><body>Site not found</body></html>",
    source: statuses,
    code: "invalid_field",
  },
  ...[500, 502, 503, 504].map((status) => ({
    fault: "fault of Jira's",
    status,
    headers: page,
    body: "<html><body>Oops</body></html>",
    source: statuses,
    code: "upstream_unavailable",
    retryAfter: 30,
  })),
  {
    fault: "a proxy's page",
    status: 403,
    headers: page,
    body: "<html><body>Blocked</body></html>",
    source: statuses,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
