import { expect, test } from "vitest";
import { endOfString } from "./end-of-string.js";

test.each<readonly [json: string, from: number, end: number]>([
  ['a"', 0, 2],
  ['"', 0, 1],
  ['a\\"b"c', 0, 5],
  ['\\\\"b"', 0, 3],
  // A backslash before the text does not belong to it.
  ['\\"', 1, 2],
  ['x"a"', 2, 4],
  ["a", 0, -1],
  ['a\\"', 0, -1],
])("endOfString() of %j from %i on is %i", (json, from, end) => {
  expect(endOfString(json, from)).toBe(end);
});
