import type { FaultCase } from "@wellhead/test-support/upstream";

const statuses = "https://developers.notion.com/reference/status-codes";

const named = (fault: string, status: number, code: string, message: string) => ({
  fault,
  status,
  body: { object: "error", status, code, message },
  source: statuses,
});

/** Error responses of Notion, as found in its documentation. */
export const notionFaults: readonly FaultCase[] = [
  { ...named("wrong secret", 401, "unauthorized", "API token is invalid."), code: "account_invalid" },
  {
    ...named("missing capability", 403, "restricted_resource", "Insufficient permissions for this endpoint."),
    code: "account_invalid",
  },
  {
    ...named("not shared", 404, "object_not_found", "Could not find data source with ID: 1."),
    code: "invalid_field",
  },
  {
    ...named("limit of requests", 429, "rate_limited", "You have been rate limited."),
    headers: { "retry-after": "7" },
    code: "rate_limited",
    retryAfter: 7,
  },
  {
    ...named("saved at the same time", 409, "conflict_error", "Conflict occurred while saving."),
    code: "upstream_unavailable",
    retryAfter: 30,
  },
  {
    ...named(
      "wrong request",
      400,
      "validation_error",
      "body failed validation: body.filter should be an object",
    ),
    code: "upstream_invalid",
  },
  ...(
    [
      [500, "internal_server_error"],
      [502, "bad_gateway"],
      [503, "service_unavailable"],
      [503, "database_connection_unavailable"],
      [504, "gateway_timeout"],
    ] as const
  ).map(([status, code]) => ({
    ...named("fault of Notion's", status, code, "Unexpected error."),
    code: "upstream_unavailable",
    retryAfter: 30,
  })),
  {
    fault: "a proxy's page",
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><body>Blocked</body></html>",
    source: statuses,
    code: "upstream_unavailable",
    retryAfter: 30,
  },
];
