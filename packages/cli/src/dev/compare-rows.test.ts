import { expect, test } from "vitest";
import { compareRows, isSame } from "./compare-rows.js";

const nothing = { addedColumns: [], removedColumns: [], added: [], removed: [], changed: [] };

test("`compareRows()` matches rows by their ids, wherever they are", () => {
  const before = [
    { id: 1, name: "Io" },
    { id: 2, name: "Europa" },
    { id: 3, name: "Ganymede" },
  ];
  const after = [
    { id: 3, name: "Ganymede" },
    { id: 1, name: "io" },
    { id: 4, name: "Callisto" },
  ];
  expect(compareRows(before, after)).toEqual({
    ...nothing,
    before: 3,
    after: 3,
    added: ["4"],
    removed: ["2"],
    changed: [{ row: "1", column: "name", before: '"Io"', after: '"io"' }],
  });
});

test("`compareRows()` matches rows by position where ids are missing or repeated", () => {
  const repeated = [
    { id: 1, a: 1 },
    { id: 1, a: 2 },
  ];
  const difference = compareRows(repeated, [
    { id: 1, a: 1 },
    { id: 1, a: 3 },
    { id: 1, a: 4 },
  ]);
  expect(difference).toMatchObject({ added: ["#3"], changed: [{ row: "#2", before: "2", after: "3" }] });
});

test("`compareRows()` lists a new column once, and a member that some rows lack as a change", () => {
  const before = [
    { id: 1, a: 1 },
    { id: 2, a: 1, b: null },
  ];
  const after = [
    { id: 1, a: 1, c: 5, b: null },
    { id: 2, a: 1, c: 6 },
  ];
  expect(compareRows(before, after)).toEqual({
    ...nothing,
    before: 2,
    after: 2,
    addedColumns: ["c"],
    changed: [
      { row: "1", column: "b", before: "(absent)", after: "null" },
      { row: "2", column: "b", before: "null", after: "(absent)" },
    ],
  });
});

test("`compareRows()` finds no difference between equal rows, whatever the order of their members", () => {
  const rows = [{ id: 1, a: { deep: [1, 2] }, b: "x" }];
  expect(isSame(compareRows(rows, [{ b: "x", id: 1, a: { deep: [1, 2] } }]))).toBe(true);
  expect(isSame(compareRows([], []))).toBe(true);
  expect(isSame(compareRows([], rows))).toBe(false);
});
