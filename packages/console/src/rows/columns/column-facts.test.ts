import { expect, test } from "vitest";
import { columnFacts } from "./column-facts.js";

test("`columnFacts()` places bins whose distance is beyond the largest double", () => {
  const edges = ["-1.7e308", "-1.6e308", "1.6e308", "1.7e308"];
  const histogram = [
    { from: edges[0] ?? "", until: edges[1] ?? "", count: 3 },
    { from: edges[2] ?? "", until: edges[3] ?? "", count: 1 },
  ];
  const { bins } = columnFacts({ column: "wave", kind: "number", rows: 4, nulls: 0, distinct: 2, histogram });
  expect(bins.map(({ start, width }) => [start, width])).toEqual([
    [0, expect.closeTo(1 / 34)],
    [expect.closeTo(33 / 34), expect.closeTo(1 / 34)],
  ]);
});
