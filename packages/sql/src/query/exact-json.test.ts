import { describe, expect, it } from "vitest";
import { ExactNumber, readExactJson, writeExactJson } from "./exact-json.js";

describe("readExactJson()", () => {
  it("keeps the digits that a JavaScript number has no room for", () => {
    expect(
      readExactJson('{"id": 9007199254740993, "n": [0.12345678901234567890], "s": "9007199254740993"}'),
    ).toEqual({
      id: new ExactNumber("9007199254740993"),
      n: [new ExactNumber("0.12345678901234567890")],
      s: "9007199254740993",
    });
    expect(readExactJson("[1, 0.1, 1e3]")).toEqual([1, 0.1, 1000]);
  });

  it("is undone by writeExactJson()", () => {
    const text = '{"id":9007199254740993,"n":[-0.12345678901234567890,1e400],"s":"9007199254740993","t":1}';
    expect(writeExactJson(readExactJson(text))).toBe(text);
  });
});
