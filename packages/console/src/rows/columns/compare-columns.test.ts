import { expect, test } from "vitest";
import type { DeclaredColumn } from "../../connect/connectors/application.js";
import type { CellType, ColumnFacts } from "./column-facts.js";
import { compareColumns } from "./compare-columns.js";

function declared(id: string, type: DeclaredColumn["type"]): DeclaredColumn {
  return { id, name: id, description: "", type };
}

function facts(id: string, type: CellType | undefined, count = 2): ColumnFacts {
  const types = type === undefined ? [] : [{ type, count }];
  return {
    id,
    types,
    nulls: 0,
    distinct: 1,
    min: undefined,
    max: undefined,
    bins: [],
    top: [],
    isDetailed: true,
  };
}

function gathered(rows: number, list: readonly ColumnFacts[]) {
  return { rows, facts: list, names: list.map(({ id }) => id) };
}

test("`compareColumns()` names what was declared and came otherwise", () => {
  const columns = compareColumns(
    [
      declared("id", "id"),
      declared("amount", "number"),
      declared("gone", "text"),
      declared("days", "array[date]"),
    ],
    gathered(5_000, [
      facts("id", "text"),
      facts("amount", "text", 4_667),
      facts("gone", undefined),
      facts("days", "array"),
      facts("extra", "bool"),
    ]),
    ["id", "amount", "days", "extra"],
  );
  expect(columns.map(({ id, disagreement }) => [id, disagreement])).toEqual([
    ["id", ""],
    ["amount", "Declared number, found 4,667 × text"],
    ["gone", "Declared, but not sent"],
    ["days", ""],
    ["extra", "Not declared, but sent"],
  ]);
});

test("`compareColumns()` has nothing to disagree with when nothing was declared", () => {
  expect(compareColumns(undefined, gathered(2, [facts("a", "date")]), ["a"])).toMatchObject([
    { inferred: "date", disagreement: "" },
  ]);
});

test("`compareColumns()` takes a column of nulls for any type", () => {
  expect(
    compareColumns([declared("a", "number")], gathered(1, [facts("a", undefined)]), ["a"]),
  ).toMatchObject([{ inferred: "", disagreement: "" }]);
});

test("`compareColumns()` finds nothing missing before there are rows", () => {
  expect(compareColumns([declared("a", "number")], gathered(0, []), [])).toMatchObject([
    { id: "a", inferred: "", disagreement: "" },
  ]);
});

test("`compareColumns()` does not judge a column whose facts have not arrived", () => {
  const columns = compareColumns(
    [declared("late", "number"), declared("gone", "text")],
    { rows: 2, facts: [], names: ["late", "extra"] },
    ["late", "extra"],
  );
  expect(columns.map(({ id, disagreement }) => [id, disagreement])).toEqual([
    ["late", ""],
    ["gone", "Declared, but not sent"],
    ["extra", "Not declared, but sent"],
  ]);
});
