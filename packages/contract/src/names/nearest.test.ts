import { describe, expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.js";

describe("nearest()", () => {
  test.each([
    ["prot", "port"],
    ["prt", "port"],
    ["porrt", "port"],
    ["pork", "port"],
    ["insp", "inspect"],
    ["PULL", "pull"],
    ["inspekt", "inspect"],
  ])("takes %s for %s", (typed, word) => {
    expect(nearest(typed, ["serve", "pull", "inspect", "port"])).toBe(word);
  });

  test.each(["", "in", "xyz", "ports of call"])("takes %j for nothing", (typed) => {
    expect(nearest(typed, ["serve", "pull", "inspect", "port"])).toBeUndefined();
  });
});

describe("didYouMean()", () => {
  test("is empty when no word is near", () => {
    expect(didYouMean("zzz", ["port"])).toBe("");
  });
});
