import { expect, it } from "vitest";
import { statusFailure } from "./attempt.js";

it.each([
  ["You have exceeded a secondary rate limit. Please wait a few minutes.", "rate_limited"],
  ["User Rate Limit Exceeded", "rate_limited"],
  ["Quota exceeded for quota metric 'Read requests'", "rate_limited"],
  ["Too many requests, slow down", "rate_limited"],
  ["Request was throttled", "rate_limited"],
  ["Resource not accessible by integration", "account_invalid"],
  ["Forbidden", "account_invalid"],
])("`statusFailure()` sorts a 403 that says %j as %s", (message, code) => {
  for (const told of [{ body: { message } }, { body: undefined, text: message }]) {
    expect(statusFailure({ status: 403, headers: {}, ...told }, "api.example", 0).error).toMatchObject({
      code,
    });
  }
});

it("`statusFailure()` repeats the field and the reason of a refused request", () => {
  const body = { message: "Validation Failed", errors: [{ field: "since", code: "invalid" }] };
  const { error, again } = statusFailure({ status: 422, headers: {}, body }, "api.example", 0);
  expect(error).toMatchObject({
    code: "upstream_invalid",
    message: expect.stringContaining('(422): "since": invalid.') as string,
  });
  expect(again).toBe("final");
});

it.each([
  [408, "broken"],
  [425, "broken"],
  [500, "broken"],
  [520, "broken"],
  [522, "broken"],
  [530, "broken"],
  [599, "broken"],
  [501, "final"],
  [505, "final"],
  [511, "final"],
  [404, "final"],
  [418, "final"],
])("`statusFailure()` retries %i or not: %s", (status, again) => {
  expect(statusFailure({ status, headers: {}, body: undefined }, "api.example", 0).again).toBe(again);
});
