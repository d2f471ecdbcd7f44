import { expect, test } from "vitest";
import type { DeclaredColumn } from "../connectors/application.js";
import type { CellType, ColumnFacts } from "./column-facts.js";
import { compareColumns } from "./compare-columns.js";

function declared(id: string, type: DeclaredColumn["type"]): DeclaredColumn {
  return { id, name: id, description: "", type };
}

function facts(id: string, type: CellType | undefined, count = 2): ColumnFacts {
  const types = type === undefined ? [] : [{ type, count }];
  return { id, types, nulls: 0, distinct: 1, min: undefined, max: undefined, bins: [], top: [] };
}

test("`compareColumns()` names what was declared and came otherwise", () => {
  const columns = compareColumns(
    [
      declared("id", "id"),
      declared("amount", "number"),
      declared("gone", "text"),
      declared("days", "array[date]"),
    ],
    {
      rows: 2,
      facts: [
        facts("id", "text"),
        facts("amount", "text", 1),
        facts("gone", undefined),
        facts("days", "array"),
        facts("extra", "bool"),
      ],
    },
    ["id", "amount", "days", "extra"],
  );
  expect(columns.map(({ id, disagreement }) => [id, disagreement])).toEqual([
    ["id", ""],
    ["amount", "Declared number, found 1 × text"],
    ["gone", "Declared, but not sent"],
    ["days", ""],
    ["extra", "Not declared, but sent"],
  ]);
});

test("`compareColumns()` has nothing to disagree with when nothing was declared", () => {
  expect(compareColumns(undefined, { rows: 2, facts: [facts("a", "date")] }, ["a"])).toMatchObject([
    { inferred: "date", disagreement: "" },
  ]);
});

test("`compareColumns()` takes a column of nulls for any type", () => {
  expect(
    compareColumns([declared("a", "number")], { rows: 1, facts: [facts("a", undefined)] }, ["a"]),
  ).toMatchObject([{ inferred: "", disagreement: "" }]);
});

test("`compareColumns()` finds nothing missing before there are rows", () => {
  expect(compareColumns([declared("a", "number")], { rows: 0, facts: [] }, [])).toMatchObject([
    { id: "a", inferred: "", disagreement: "" },
  ]);
});
