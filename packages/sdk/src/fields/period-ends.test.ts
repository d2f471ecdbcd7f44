import { expect, it } from "vitest";
import { dayRange } from "./date.js";
import { periodEnds } from "./period-ends.js";

const accept = (value: unknown) => dayRange().accept(value, { now: new Date("2026-05-01T00:00:00Z") });

it.each([
  ["a day, of seconds", "2026-01-31", 0, ">= 2026-01-31T00:00:00Z", "<= 2026-01-31T23:59:59Z"],
  [
    "a day, of microseconds",
    "2026-01-31",
    6,
    ">= 2026-01-31T00:00:00.000000Z",
    "<= 2026-01-31T23:59:59.999999Z",
  ],
  [
    "a millisecond",
    "2026-01-31T12:00:00.5Z",
    6,
    ">= 2026-01-31T12:00:00.500000Z",
    "<= 2026-01-31T12:00:00.500999Z",
  ],
  [
    "a millisecond, of tenths",
    "2026-01-31T12:00:00.123Z",
    1,
    "> 2026-01-31T12:00:00.1Z",
    "<= 2026-01-31T12:00:00.1Z",
  ],
  [
    "a microsecond",
    "2026-01-31T12:00:00.123456Z",
    9,
    ">= 2026-01-31T12:00:00.123456000Z",
    "<= 2026-01-31T12:00:00.123456000Z",
  ],
  [
    "a nanosecond, of microseconds",
    "2026-01-31T12:00:00.123456789+02:00",
    6,
    "> 2026-01-31T10:00:00.123456Z",
    "<= 2026-01-31T10:00:00.123456Z",
  ],
  ["zeros", "2026-01-31T12:00:00.000000000Z", 0, ">= 2026-01-31T12:00:00Z", "<= 2026-01-31T12:00:00Z"],
])("`periodEnds()` of %s", (_, value, digits, first, last) => {
  const { min, max } = periodEnds(accept(value), digits);
  expect([`${min?.comparison} ${min?.text}`, `${max?.comparison} ${max?.text}`]).toEqual([first, last]);
});

it("`periodEnds()` leaves out an open end", () => {
  expect(periodEnds(accept({ _min: "2026-01-31" }), 3)).toEqual({
    min: { comparison: ">=", text: "2026-01-31T00:00:00.000Z" },
  });
  expect(periodEnds(accept({}), 3)).toEqual({});
});
