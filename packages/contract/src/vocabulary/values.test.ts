import { describe, expect, it } from "vitest";
import { acceptValues } from "./values.js";

describe("acceptValues()", () => {
  it.each([
    [
      ["a", "b"],
      ["a", "b"],
    ],
    ["a,b", ["a", "b"]],
    [" a , b ,", ["a", "b"]],
    [["Smith, John"], ["Smith, John"]],
    [7, [7]],
    [
      ["a", null, ""],
      ["a", null, ""],
    ],
    [[""], [""]],
    ["", []],
    [null, []],
    [undefined, []],
  ])("reads %j as %j", (raw, values) => {
    expect(acceptValues(raw)).toEqual(values);
  });
});
