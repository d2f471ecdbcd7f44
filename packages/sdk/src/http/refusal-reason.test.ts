import { expect, it } from "vitest";
import { refusalReason } from "./refusal-reason.js";

it.each([
  [
    { message: "Validation Failed", errors: [{ resource: "Label", code: "invalid", field: "color" }] },
    '"color": invalid',
  ],
  [{ errors: [{ source: { pointer: "/data/name" }, detail: "is missing" }] }, '"/data/name": is missing'],
  [{ detail: [{ loc: ["query", "size"], msg: "must be at most 100" }] }, '"query.size": must be at most 100'],
  [{ errors: { since: ["is not a date"] } }, '"since": is not a date'],
  [
    { error: { type: "INVALID_FILTER", message: "Unknown field names: colour." } },
    "Unknown field names: colour",
  ],
  [{ error: "INVALID_OFFSET_VALUE" }, "INVALID_OFFSET_VALUE"],
  [{ title: "Bad request", status: 400 }, "Bad request"],
  [{ message: `token ${"a1".repeat(20)} is \u001B[31mbad` }, "token … is [31mbad"],
  [{ message: "<html><body>no</body></html>" }, undefined],
  [{ message: { nested: true } }, undefined],
  ["text", undefined],
  [undefined, undefined],
])("`refusalReason()` reads %j", (body, reason) => {
  expect(refusalReason({ body })).toBe(reason);
});
