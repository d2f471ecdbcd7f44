import { assert, float, property } from "fast-check";
import { expect, it } from "vitest";
import { shortestSingle } from "./shortest-single.js";

it.each([
  // As PostgreSQL and Python's numpy write them.
  [0, "0"],
  [0.1, "0.1"],
  [-0.3, "-0.3"],
  [1 / 3, "0.33333334"],
  [3.402_823_466_385_288_6e38, "3.4028235e+38"],
  [16_777_216, "16777216"],
  [16_777_217, "16777216"],
  [16_777_215, "16777215"],
  [1e10, "10000000000"],
  [123_456_789, "123456790"],
  [1.175_494_350_822_287_5e-38, "1.1754944e-38"],
  [39_291.812_5, "39291.812"],
  [39_291.437_5, "39291.438"],
  [-1_222_266.25, "-1222266.2"],
  [1e-45, "1e-45"],
  [3e-45, "3e-45"],
  [1.1e-44, "1.1e-44"],
])("%d as a 32-bit float is %s", (value, text) => {
  expect(String(shortestSingle(Math.fround(value)))).toBe(text);
});

it("`shortestSingle()` rounds to the same float, and no shorter number does", () => {
  assert(
    property(float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const shortest = shortestSingle(value);
      expect(Math.fround(shortest)).toBe(value);
      const digits = shortest.toExponential().replace(/e.*|\D/g, "").length;
      const shorter =
        digits > 1 && !Number.isInteger(value) ? Number(value.toPrecision(digits - 1)) : undefined;
      expect(shorter === undefined || Math.fround(shorter) !== value).toBe(true);
    }),
  );
});
