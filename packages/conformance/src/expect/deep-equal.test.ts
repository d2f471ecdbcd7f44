import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonical, deepEqual } from "./deep-equal.js";

/** JSON values without -0, which JSON does not tell from 0. */
const json = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text.replaceAll("-0", "1")));

it("finds equal what Node finds equal, and what has the same canonical text", () => {
  fc.assert(
    fc.property(json, json, (left, right) => {
      for (const [one, other] of [
        [left, right],
        [left, structuredClone(left)],
        [
          [left, right],
          [right, left],
        ],
        [
          { a: left, b: right },
          { b: right, a: left },
        ],
      ]) {
        expect(deepEqual(one, other)).toBe(isDeepStrictEqual(one, other));
        expect(canonical(one) === canonical(other)).toBe(deepEqual(one, other));
      }
    }),
  );
});

it.each([
  [[1], { 0: 1 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [null, {}],
  ["1", 1],
  [{ toString: 1 }, {}],
  [JSON.parse('{"__proto__":1}'), {}],
])("tells %j from %j", (left, right) => {
  expect(deepEqual(left, right)).toBe(false);
  expect(deepEqual(right, left)).toBe(false);
});
