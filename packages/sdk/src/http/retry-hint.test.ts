import { describe, expect, it } from "vitest";
import { readRetryHint, retryAfterOf } from "./limit-signs.js";

const now = Date.UTC(2026, 2, 3, 10, 0, 0);

describe("readRetryHint()", () => {
  it.each([
    [{ "retry-after": "120" }, 120_000],
    [{ "retry-after": " 0 " }, 0],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "Tue, 03 Mar 2026 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "Tuesday, 03-Mar-26 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "Tue Mar  3 10:00:30 2026" }, 30_000],
    [{ "retry-after": "2026-03-03T10:00:30Z" }, 30_000],
    [{ "retry-after": "Tue, 03 Mar 2026 09:00:00 GMT" }, 0],
    [{ "retry-after": "Tue, 03 Mar 2026 12:00:30 GMT", date: "Tue, 03 Mar 2026 12:00:00 GMT" }, 30_000],
    [{ "retry-after": String(now / 1000 + 60) }, 60_000],
    [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 45) }, 45_000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 45_000) }, 45_000],
    [{ "ratelimit-remaining": "0", "ratelimit-reset": "12" }, 12_000],
    [{ ratelimit: "limit=100, remaining=0, reset=9" }, 9000],
    [{ ratelimit: '"default";r=0;t=7' }, 7000],
  ])("reads %j", (headers, wait) => {
    expect(readRetryHint(headers, now)).toBe(wait);
  });

  it.each([
    {},
    { "retry-after": "" },
    { "retry-after": "-1" },
    { "retry-after": "soon" },
    { "retry-after": "1e9" },
    { "retry-after": "NaN" },
    { "retry-after": "120, 240" },
    { "retry-after": "Tue, 99 Foo 2026" },
    { "x-ratelimit-remaining": "5", "x-ratelimit-reset": "12" },
    { "x-ratelimit-remaining": "0" },
    { ratelimit: "limit=100, remaining=4, reset=9" },
  ])("finds nothing in %j", (headers) => {
    expect(readRetryHint(headers, now)).toBeUndefined();
  });
});

it.each(["0", "Tue, 03 Mar 2026 09:00:00 GMT", "0.2"])(
  "retryAfterOf() asks to wait at least a second for %j",
  (wait) => {
    expect(retryAfterOf({ status: 429, headers: { "retry-after": wait }, body: {} }, now)).toBe(1);
  },
);
