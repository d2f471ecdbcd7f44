import { expect, test } from "vitest";
import { ValueMismatch } from "./value-mismatch.js";

test.each([
  ["a list", ["secret"]],
  ["a date that is not valid", new Date(Number.NaN)],
  ["a text of 6 characters", "secret"],
  ["another number", 1.5],
  ["an integer of 3 digits", -120n],
  ["true or false", true],
  ["another value", undefined],
  ["an object", { a: "secret" }],
])("a value that does not fit is described as %s, and not shown", (got, value) => {
  expect(new ValueMismatch("a day", value).message).toBe(`expected a day, got ${got}`);
});
