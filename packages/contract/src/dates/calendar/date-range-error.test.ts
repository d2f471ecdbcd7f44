import { expect, test } from "vitest";
import { DateRangeError, isDateRangeError } from "./date-range-error.js";

const error = new DateRangeError({ kind: "order", problem: "it is wrong", position: 3, suggestion: "TODAY" });

test("DateRangeError carries kind, code, position and suggestion, and all of it in the message", () => {
  expect(error).toMatchObject({
    name: "DateRangeError",
    kind: "order",
    code: "date_range_order",
    position: 3,
    suggestion: "TODAY",
    message: 'Could not read the date range: it is wrong. Try "TODAY".',
  });
});

test("isDateRangeError() recognizes it by brand", () => {
  expect(isDateRangeError(error)).toBe(true);
  for (const other of [new Error("x"), null, undefined, "DateRangeError", { kind: "order" }]) {
    expect(isDateRangeError(other)).toBe(false);
  }
  expect(isDateRangeError({ [Symbol.for("@wellhead/contract/date-range-error")]: true })).toBe(true);
});
