import type { FaultCase } from "@wellhead/test-support/upstream";

const limits = "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api";
const troubleshooting = "https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api";
const sso =
  "https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api#personal-access-tokens-and-saml-sso";
const issuesPage = "https://docs.github.com/en/rest/issues/issues#list-repository-issues";

/** Error responses of GitHub, as found in its documentation and public threads. */
export const githubFaults: readonly FaultCase[] = [
  {
    fault: "wrong token",
    status: 401,
    body: { message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" },
    source: troubleshooting,
    code: "account_invalid",
  },
  {
    fault: "hourly limit",
    status: 403,
    headers: {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "1772532900",
      date: "Tue, 03 Mar 2026 10:00:00 GMT",
    },
    body: {
      message: "API rate limit exceeded for user ID 583231.",
      documentation_url: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
    },
    source: limits,
    code: "rate_limited",
    retryAfter: 900,
  },
  {
    fault: "secondary limit",
    status: 403,
    headers: { "x-ratelimit-remaining": "4321" },
    body: {
      documentation_url:
        "https://docs.github.com/en/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
      message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    },
    source: `${limits}#about-secondary-rate-limits`,
    code: "rate_limited",
    retryAfter: 60,
  },
  {
    fault: "secondary limit with a time",
    status: 429,
    headers: { "retry-after": "117" },
    body: { message: "You have exceeded a secondary rate limit." },
    source: limits,
    code: "rate_limited",
    retryAfter: 117,
  },
  {
    fault: "abuse detection of older servers",
    status: 403,
    body: {
      message:
        "You have triggered an abuse detection mechanism. Please wait a few minutes before you try again.",
      documentation_url: "https://developer.github.com/v3/#abuse-rate-limits",
    },
    source: "https://github.com/octokit/plugin-throttling.js",
    code: "rate_limited",
    retryAfter: 60,
  },
  {
    fault: "single sign-on",
    status: 403,
    headers: {
      "x-github-sso": "required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKtL4U8",
    },
    body: {
      message:
        "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.",
    },
    source: sso,
    code: "account_invalid",
  },
  {
    fault: "missing permission",
    status: 403,
    headers: { "x-accepted-github-permissions": "issues=read; pull_requests=read" },
    body: { message: "Resource not accessible by personal access token", status: "403" },
    source: troubleshooting,
    code: "account_invalid",
  },
  {
    fault: "a blocked repository",
    status: 403,
    body: {
      message: "Repository access blocked",
      block: { reason: "tos", created_at: "2026-01-01T00:00:00Z", html_url: "https://github.com/tos" },
    },
    source: "https://docs.github.com/en/rest/repos/repos#get-a-repository",
    code: "invalid_field",
  },
  {
    fault: "listed addresses only",
    status: 403,
    body: {
      message:
        "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.",
    },
    source:
      "https://docs.github.com/en/enterprise-cloud@latest/organizations/keeping-your-organization-secure/managing-security-settings-for-your-organization/managing-allowed-ip-addresses-for-your-organization",
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    fault: "a proxy's page",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><head><title>Access Denied</title></head><body>Blocked by policy</body></html>",
    source: troubleshooting,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    fault: "hidden or removed",
    status: 404,
    body: { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" },
    source: troubleshooting,
    code: "invalid_field",
  },
  {
    fault: "issues switched off",
    status: 410,
    body: { message: "Issues has been disabled in this repository.", status: "410" },
    source: issuesPage,
    code: "invalid_field",
  },
  {
    fault: "refused argument",
    status: 422,
    body: {
      message: "Validation Failed",
      errors: [{ resource: "Issue", field: "since", code: "invalid" }],
      documentation_url: issuesPage,
    },
    source: troubleshooting,
    code: "upstream_invalid",
  },
  {
    fault: "blocked by law",
    status: 451,
    body: {
      message: "Repository access blocked",
      block: {
        reason: "dmca",
        created_at: "2026-01-01T00:00:00Z",
        html_url: "https://github.com/github/dmca",
      },
    },
    source: "https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api",
    code: "invalid_field",
  },
  {
    fault: "maintenance",
    status: 503,
    headers: { "content-type": "text/html" },
    body: "<!DOCTYPE html><html><head><title>Unicorn! &middot; GitHub</title></head><body></body></html>",
    source: "https://www.githubstatus.com/",
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
