import type { Field } from "@wellhead/client";
import { expect, test } from "vitest";
import type { Condition } from "../statement/find-conditions.js";
import { pushFilters } from "./push-filters.js";

const table = { schema: "s", name: "t" };

function fieldOf(id: string, type: string, options: readonly (readonly [string, string])[] = []): Field {
  return {
    id,
    title: id,
    description: "",
    type,
    required: false,
    hasDatalist: false,
    dependsOn: [],
    options: options.map(([title, value]) => ({ title, value })),
    defaultValue: undefined,
    placeholder: "",
    isSecured: false,
    address: "",
    editorMode: undefined,
  };
}

/** Returns the filters that are derived from conditions. */
async function push(
  filter: readonly Field[],
  declared: Readonly<Record<string, string>>,
  conditions: readonly Omit<Condition, "table">[],
): Promise<Readonly<Record<string, unknown>>> {
  const columns = Object.entries(declared).map(([id, type]) => ({ id, name: id, description: "", type }));
  const pushed = await pushFilters({
    source: { id: "t", name: "t", description: "", tags: [], isDefault: false, filter, columns },
    declared: columns,
    columns: undefined,
    conditions: conditions.map((condition) => ({ table, ...condition })),
    given: {},
    options: () => Promise.resolve([]),
  });
  return Object.fromEntries(pushed.map(({ field, value }) => [field, value]));
}

test("an option is used only when no other option has the same title", async () => {
  const state = fieldOf("state", "list", [
    ["open", "open"],
    ["open", "reopened"],
    ["done", "done"],
  ]);
  const columns = { state: "text" };
  expect(await push([state], columns, [{ column: "state", values: ["open"] }])).toEqual({});
  expect(await push([state], columns, [{ column: "state", values: ["done"] }])).toEqual({ state: "done" });
});

test("a filter applies to the column that has its name in SQL", async () => {
  const options = [["a", "a"]] as const;
  const fields = [fieldOf("Kind", "list", options), fieldOf("kind", "list", options)];
  const columns = { kind: "text", Kind: "text" };
  expect(await push(fields, columns, [{ column: "kind", values: ["a"] }])).toEqual({ kind: "a" });
  expect(await push(fields, columns, [{ column: "kind_2", values: ["a"] }])).toEqual({ Kind: "a" });
});

test.each([
  [{ min: "2026-01-31" }, { _min: "2026-01-29" }],
  [{ max: "9999-12-28 10:00:00" }, { _max: "9999-12-30" }],
  [{ min: "2026-01-31", max: "9999-12-31" }, { _min: "2026-01-29" }],
  [{ values: ["9999-12-31"] }, { _min: "9999-12-29" }],
  [
    { min: "2026-02-02", max: "2026-01-29" },
    { _min: "2026-01-31", _max: "2026-01-31" },
  ],
  // A connector refuses a range that ends before it starts. WHERE selects no row.
  [{ min: "2026-02-03", max: "2026-01-29" }, undefined],
  [{ max: "9999-12-31" }, undefined],
  [{ min: "2026-01-31 (BC)" }, undefined],
  [{ min: "31.01.2026" }, undefined],
] as const)("a date filter for %j is %j", async (condition, day) => {
  const pushed = await push([fieldOf("day", "date")], { day: "date" }, [{ column: "day", ...condition }]);
  expect(pushed["day"]).toEqual(day);
});
