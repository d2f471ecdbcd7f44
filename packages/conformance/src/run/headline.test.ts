import { expect, test } from "vitest";
import type { Cause } from "./conformance-report.js";
import { headlineOf } from "./headline.js";

const recognised = { recognised: true, reason: "" } as unknown as Parameters<typeof headlineOf>[0]; // Only these members are read.

function fault(serious: boolean): Cause {
  return { id: "some.requirement", verdict: "fail", serious } as unknown as Cause; // Only these members are read.
}

test.each([
  [1, 0, "1 fault found"],
  [1, 1, "1 serious fault found"],
  [2, 0, "2 faults found"],
  [2, 1, "2 faults found, 1 of them serious"],
  [2, 2, "2 serious faults found"],
  [12, 3, "12 faults found, 3 of them serious"],
])("`headlineOf()` summarizes %i faults of which %i are serious", (all, serious, sentence) => {
  const causes = Array.from({ length: all }, (_, index) => fault(index < serious));
  expect(headlineOf(recognised, causes, [])).toBe(sentence);
});
