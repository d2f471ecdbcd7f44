import type { SummaryAnswer } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { pivot } from "./pivot.js";

function answerOf(
  ...groups: readonly (readonly [...keys: (string | null)[], value: string])[]
): SummaryAnswer {
  return {
    axes: [{}, {}],
    groupCount: groups.length,
    total: { rows: groups.length, values: [] },
    groups: groups.map((group) => ({
      keys: group.slice(0, -1),
      untils: [],
      rows: 1,
      values: [group.at(-1) ?? null],
    })),
  };
}

test("`pivot()` keeps every figure at its keys, orders heads by their size, and leaves gaps empty", () => {
  const answer = answerOf(
    ["a", "10", "1"],
    ["a", null, "2"],
    ["b", "9", "3"],
    ["b", "10", "4"],
    [null, "9", "5"],
  );
  const { heads, lines } = pivot(answer);
  expect(heads).toEqual(["9", "10", null]);
  expect(lines.map(({ group, cells }) => [group.keys[0], ...cells])).toEqual([
    ["a", null, "1", "2"],
    ["b", "3", "4", null],
    [null, "5", null, null],
  ]);
});
