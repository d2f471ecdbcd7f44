import { describe, expect, it } from "vitest";
import { caseVariants } from "./case-variants.js";

describe("caseVariants()", () => {
  it.each([
    ["Ab1%", { needle: "ab1%", upper: "AB", lower: "ab" }],
    ["ÄÄ", { needle: "ää", upper: "Ä", lower: "ä" }],
    ["ß", { needle: "ß", upper: "", lower: "" }],
    // Deseret has upper-case letters outside the basic multilingual plane.
    ["𐐀", { needle: "𐐨", upper: "𐐀", lower: "𐐨" }],
    ["", { needle: "", upper: "", lower: "" }],
  ])("reads %j", (text, variants) => {
    expect(caseVariants(text)).toEqual(variants);
  });
});
