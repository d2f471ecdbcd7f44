import { expect, test } from "vitest";
import { ColumnProfile, cellType } from "./column-profile.js";

test("`ColumnProfile.facts()` counts types, nulls and distinct values, and knows the ends", () => {
  const profile = new ColumnProfile("n");
  for (const value of [3, -1, null, 3, "7"]) profile.add(value);
  expect(profile.facts(6)).toEqual({
    id: "n",
    types: [
      { type: "number", count: 3 },
      { type: "text", count: 1 },
    ],
    nulls: 2,
    distinct: 3,
    moreDistinct: false,
    min: -1,
    max: 3,
    bins: [],
    top: [
      { text: "3", count: 2 },
      { text: "-1", count: 1 },
      { text: "7", count: 1 },
    ],
  });
});

test("`ColumnProfile.add()` stops counting distinct values before memory grows", () => {
  const profile = new ColumnProfile("id");
  for (let value = 0; value < 5_000; value += 1) profile.add(value);
  expect(profile.facts(5_000)).toMatchObject({ distinct: 1_000, moreDistinct: true, nulls: 0 });
});

test("`cellType()` knows dates by their look only when the whole text is one", () => {
  expect(["2026-01-31", "2026-01-31T10:00:00.123Z", "2026-01-31 10:00"].map(cellType)).toEqual([
    "date",
    "date",
    "date",
  ]);
  expect(["2026-01-31 was cold", "12", "", "2026-1-31"].map(cellType)).toEqual([
    "text",
    "text",
    "text",
    "text",
  ]);
  expect([true, 1, [1], {}].map(cellType)).toEqual(["bool", "number", "array", "object"]);
});
