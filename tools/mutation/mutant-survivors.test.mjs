import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareSurvivors, equivalentMutants } from "./mutant-survivors.mjs";

const known = { file: "a.ts", original: "a > 1", replacement: "a >= 1", reason: "a is never 1" };
const survivor = { file: "a.ts", line: 7, original: "a > 1", replacement: "a >= 1" };

describe("compareSurvivors()", () => {
  it("counts a known change as equivalent wherever its line has moved to", () => {
    const compared = compareSurvivors([{ ...survivor, line: 70 }], [known]);
    expect(compared).toEqual({ missed: [], equivalent: [known], stale: [] });
  });

  it("counts every other change as missed: another file, code or replacement, or the same one twice", () => {
    const others = [
      { ...survivor, file: "b.ts" },
      { ...survivor, original: "b > 1" },
      { ...survivor, replacement: "true" },
      survivor,
    ];
    expect(compareSurvivors([survivor, ...others], [known]).missed).toEqual(others);
  });

  it("calls an entry stale that did not survive", () => {
    expect(compareSurvivors([], [known])).toEqual({ missed: [], equivalent: [], stale: [known] });
  });
});

it("`equivalentMutants` names code that is there, and a reason", () => {
  for (const { file, original, reason } of equivalentMutants) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
    expect(text, file).toContain(original);
    expect(reason.length, file).toBeGreaterThan(20);
  }
});
