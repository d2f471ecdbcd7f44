import { describe, expect, it } from "vitest";
import { parseBody } from "./parse-body.js";

const read = (json: string) =>
  parseBody(
    { method: "POST", path: "/", query: "", headers: {}, body: Buffer.from(json) },
    { maxBodyDepth: 8, maxObjectKeys: 100 },
  );

describe("parseBody()", () => {
  it("keeps the digits of numbers that JavaScript would round, as text", () => {
    expect(read('{"a": 9007199254740993, "b": [-12345678901234567890.0000000001], "c": 1e400}')).toEqual({
      a: "9007199254740993",
      b: ["-12345678901234567890.0000000001"],
      c: "1e400",
    });
  });

  it("leaves every other number a number", () => {
    expect(
      read('{"a": 9007199254740991, "b": 0.1, "c": -1.5e3, "d": 0.30000000000000004, "e": "1"}'),
    ).toEqual({
      a: 9_007_199_254_740_991,
      b: 0.1,
      c: -1500,
      d: 0.300_000_000_000_000_04,
      e: "1",
    });
  });
});
