import { rawAnswer } from "./raw-upstream.js";
import { first, good, once, type UpstreamFault } from "./upstream-fault.js";

/** Faults of response statuses and retry headers. */
export const statusFaults: readonly UpstreamFault[] = [
  {
    title: "U16 422 with vendor text",
    answer: once(status("422 Unprocessable")),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U16 404", answer: once(status("404 Not Found")), code: "invalid_field", requests: 1 },
  { title: "U17 401", answer: once(status("401 Unauthorized")), code: "account_invalid", requests: 1 },
  { title: "U18 403", answer: once(status("403 Forbidden")), code: "account_invalid", requests: 1 },
  { title: "U19 429 with seconds, once", answer: first(limited("2")), requests: 2, waits: [2000] },
  {
    title: "U19 429 for ever",
    answer: once(limited("2")),
    code: "rate_limited",
    requests: 3,
    waits: [2000, 2000],
  },
  {
    title: "U20 429 with a date, once",
    answer: first(limited("Tue, 03 Mar 2026 10:00:07 GMT")),
    requests: 2,
    waits: [7000],
  },
  {
    title: "U20 429 with a date past",
    answer: first(limited("Tue, 03 Mar 2026 09:00:00 GMT")),
    requests: 2,
    waits: [1125],
    isWaitAssumed: true,
  },
  {
    title: "U20 429 with garbage",
    answer: first(limited("soon")),
    requests: 2,
    waits: [1125],
    isWaitAssumed: true,
  },
  {
    title: "U20 429 with a negative value",
    answer: first(limited("-5")),
    requests: 2,
    waits: [1125],
    isWaitAssumed: true,
  },
  {
    title: "U20 429 with zero",
    answer: first(limited("0")),
    requests: 2,
    waits: [1125],
    isWaitAssumed: true,
  },
  {
    title: "U20 429 without a value, for ever",
    answer: once(limited("")),
    code: "rate_limited",
    requests: 3,
    waits: [1125, 2250],
    isWaitAssumed: true,
  },
  {
    title: "U20 429 with a huge value",
    answer: once(limited("86400")),
    code: "rate_limited",
    requests: 1,
    waits: [],
  },
  {
    title: "U20 429 without a value",
    answer: first(limited("")),
    requests: 2,
    waits: [1125],
    isWaitAssumed: true,
  },
  {
    title: "U20 403 with a limit reached",
    answer: first(status("403 Forbidden", "x-ratelimit-remaining: 0", "x-ratelimit-reset: 3")),
    requests: 2,
    waits: [3000],
  },
  {
    title: "U21 503 with seconds, once",
    answer: first(status("503 Busy", "retry-after: 1")),
    requests: 2,
    waits: [1000],
  },
  {
    title: "U21 500 twice, then fine",
    answer: (socket, _request, attempt) => socket.write(attempt < 2 ? status("500 Oops") : good),
    requests: 3,
    waits: [125, 250],
  },
  {
    title: "U22 500 for ever",
    answer: once(status("500 Oops")),
    code: "upstream_unavailable",
    requests: 3,
    waits: [125, 250],
  },
  {
    title: "204 where a list should be",
    answer: once("HTTP/1.1 204 No Content\r\n\r\n"),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U31 redirect, none followed",
    answer: once(status("302 Found", "location: /elsewhere")),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U31 redirect loop",
    answer: (socket, { target }) => socket.write(status("302 Found", `location: ${target}`)),
    code: "upstream_invalid",
    requests: 4,
    definition: { redirects: 3 },
  },
  {
    title: "U32 redirect to cloud metadata",
    answer: once(status("302 Found", "location: http://169.254.169.254/latest")),
    code: "invalid_field",
    requests: 1,
    definition: { redirects: 3 },
  },
  {
    title: "U32 redirect to a file",
    answer: once(status("302 Found", "location: file:///etc/passwd")),
    code: "upstream_invalid",
    requests: 1,
    definition: { redirects: 3 },
  },
];

function status(line: string, ...headers: readonly string[]): Buffer {
  return rawAnswer('{"secret":"vendor text"}', headers, line);
}

function limited(retryAfter: string): Buffer {
  return status(
    "429 Too Many",
    ...(retryAfter === "" ? [] : [`retry-after: ${retryAfter}`]),
    "date: Tue, 03 Mar 2026 10:00:00 GMT",
  );
}
