import { expect, it } from "vitest";
import { isWithin } from "./date.js";

const range = { min: "2026-03-01T00:00:00.000Z", max: "2026-03-02T23:59:59.999Z" };

it.each([
  ["2026-03-01T00:00:00Z", range, true],
  ["2026-03-03T00:59:59.999+01:00", range, true],
  ["2026-02-28T23:59:59.999Z", range, false],
  ["2026-03-03T00:00:00Z", range, false],
  ["2026-03-03T00:00:00Z", { min: range.min }, true],
  ["2020-01-01T00:00:00Z", { max: range.max }, true],
  ["no instant", range, false],
  [null, range, false],
  [null, undefined, true],
])("`isWithin()` of %j and %j is %j", (instant, given, found) => {
  expect(isWithin(instant, given)).toBe(found);
});
