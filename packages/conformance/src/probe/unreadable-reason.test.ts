import { expect, test } from "vitest";
import { unreadableReason } from "./unreadable-reason.js";

test.each([
  ["  \n", "POST / returned an empty body"],
  [
    '[{"a":"],"},{"a":"x',
    'POST / returned a JSON array that is not closed: its 19 characters end with "[{"a":"],"},{"a":"x"',
  ],
  ['[{"a":1,"b":NaN}]', 'POST / returned "NaN", which is not a value in JSON'],
  [
    '[{"a":-1.5e+3,"b":[null,true],"c":-Infinity}]',
    'POST / returned "-Infinity", which is not a value in JSON',
  ],
  ['[{"a":"NaN \\" \\\\","b":007}]', 'POST / returned "007", which is not a value in JSON'],
  ["[{'a': None}]", `POST / returned "'a'", which is not a value in JSON`],
  ['[{"a":1},]', 'POST / returned text that is not rows: got "[{"a":1},]"'],
  ['{"rows":[{"a":1}]}', 'POST / returned text that is not rows: got "{"rows":[{"a":1}]}"'],
])("unreadableReason() of %s names what cannot be read", (text, reason) => {
  expect(unreadableReason({ text, ending: "whole" })).toBe(reason);
});

test("unreadableReason() does not report a body that was cut as not closed", () => {
  expect(unreadableReason({ text: '[{"a":1},', ending: "left" })).toContain("not rows");
});
