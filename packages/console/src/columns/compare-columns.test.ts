import { expect, test } from "vitest";
import type { DeclaredColumn } from "../connectors/application.js";
import type { ColumnFacts } from "../data/engine/column-facts.js";
import { ColumnProfile } from "../data/engine/column-profile.js";
import { compareColumns } from "./compare-columns.js";

function declared(id: string, type: DeclaredColumn["type"]): DeclaredColumn {
  return { id, name: id, description: "", type };
}

function facts(id: string, ...values: unknown[]): ColumnFacts {
  const profile = new ColumnProfile(id);
  for (const value of values) profile.add(value);
  return profile.facts(values.length);
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
        facts("id", 1, "b"),
        facts("amount", 1, "two"),
        facts("days", ["2026-01-01"]),
        facts("extra", true),
      ],
    },
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
  expect(compareColumns(undefined, { rows: 2, facts: [facts("a", "2026-01-01", 1)] })).toMatchObject([
    { inferred: "date or number", disagreement: "" },
  ]);
});

test("`compareColumns()` takes a column of nulls for any type", () => {
  expect(compareColumns([declared("a", "number")], { rows: 1, facts: [facts("a", null)] })).toMatchObject([
    { inferred: "", disagreement: "" },
  ]);
});

test("`compareColumns()` finds nothing missing before there are rows", () => {
  expect(compareColumns([declared("a", "number")], { rows: 0, facts: [] })).toMatchObject([
    { id: "a", inferred: "", disagreement: "" },
  ]);
});
