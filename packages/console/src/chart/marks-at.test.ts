import { expect, test } from "vitest";
import { marksAt } from "./marks-at.js";

const axis = { direction: "x", isCategory: false, ends: [0, 10], nameOf: String, isShared: true } as const;
const note = { group: "g", figure: "1" };

test("the marks at the nearest position are found in every series, and gaps are none", () => {
  const series = [
    {
      type: "line",
      name: "one",
      data: [{ value: [0, 5], note }, { value: [4, null] }, { value: [8, 1], note }],
    },
    { type: "line", name: "two", data: [{ value: [8, 3], note }] },
  ];
  expect(
    marksAt(series, axis, 5)?.marks.map(({ seriesIndex, dataIndex }) => [seriesIndex, dataIndex]),
  ).toEqual([
    [0, 2],
    [1, 0],
  ]);
  expect(marksAt(series, axis, 3)?.position).toBe(0);
  expect(marksAt([{ type: "line", name: "none", data: [{ value: [4, null] }] }], axis, 4)).toBeUndefined();
});

test("a mark of a category is at its place", () => {
  const series = [
    { type: "bar", name: "one", data: [{ value: 7, note }, { value: null }, { value: 2, note }] },
  ];
  expect(marksAt(series, { ...axis, isCategory: true }, 2)?.marks[0]?.mark.value).toBe(2);
});
