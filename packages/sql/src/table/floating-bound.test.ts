import { describe, expect, it } from "vitest";
import { floatingBound, floatingValue } from "./floating-bound.js";

describe("floatingBound()", () => {
  it.each([
    ["min", "0.1", ">=", 0.1],
    ["min", "0.10000000000000000001", ">", 0.1],
    ["min", "0.09999999999999999999", ">=", 0.1],
    ["max", "0.1", "<=", 0.1],
    ["max", "0.10000000000000000001", "<=", 0.1],
    ["max", "0.09999999999999999999", "<", 0.1],
    ["min", "-0.10000000000000000001", ">=", -0.1],
    ["max", "-0.10000000000000000001", "<", -0.1],
    ["min", "9007199254740992.5", ">", 2 ** 53],
    ["max", "9007199254740993", "<=", 2 ** 53],
    ["min", `1${"0".repeat(310)}`, ">", Number.MAX_VALUE],
    ["max", `-1${"0".repeat(310)}`, "<", -Number.MAX_VALUE],
    ["max", `1${"0".repeat(310)}`, "<=", Number.MAX_VALUE],
    ["min", `0.${"0".repeat(350)}1`, ">", 0],
  ] as const)("of a double, %s %s, is %s %d", (bound, text, comparison, value) => {
    expect(floatingBound(bound, text)).toEqual({ comparison, value });
  });

  it.each([
    ["min", "0.1", ">=", Math.fround(0.1)],
    ["min", "0.1000000001", ">", Math.fround(0.1)],
    ["max", "0.0999999999", "<", Math.fround(0.1)],
    ["min", "16777217", ">", 16_777_216],
    ["min", `1${"0".repeat(39)}`, ">", Math.fround(3.4028234663852886e38)],
  ] as const)("of a single, %s %s, is %s %d", (bound, text, comparison, value) => {
    expect(floatingBound(bound, text, true)).toEqual({ comparison, value });
  });
});

describe("floatingValue()", () => {
  it.each([
    ["0.1", false, 0.1],
    ["0.10000000000000000001", false, undefined],
    ["9007199254740993", false, undefined],
    ["0.1", true, Math.fround(0.1)],
    ["0.1000000001", true, undefined],
  ] as const)("of %s, single: %s, is %d", (text, isSingle, value) => {
    expect(floatingValue(text, isSingle)).toBe(value);
  });
});
