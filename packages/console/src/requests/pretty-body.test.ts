import { expect, test } from "vitest";
import { prettyBody } from "./pretty-body.js";

test("`prettyBody()` indents JSON like the browser, and keeps the digits of each number", () => {
  const value = { a: [1, 'x,{]\\"', [], {}], "b:": { c: null, d: true }, e: [[{ f: "" }]] };
  expect(prettyBody(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
  expect(prettyBody('{"n":9007199254740993, "m" : 1.50,"z":1e400}')).toBe(
    '{\n  "n": 9007199254740993,\n  "m": 1.50,\n  "z": 1e400\n}',
  );
  expect(prettyBody("[]")).toBe("[]");
  expect(prettyBody('[{"cut":')).toBe('[{"cut":');
});
