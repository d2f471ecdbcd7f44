import { expect, test } from "vitest";
import { readColumns } from "./read-columns.js";

test("readColumns() has the columns by their order, which may be a text; those without one come last", () => {
  const columns = readColumns({
    last: {},
    odd: { order: "first" },
    second: { order: "2", title: "Second", type: "number", description: "D" },
    wrong: 7,
    first: { order: 1, name: "First", title: "T" },
  });
  const bare = { type: "", description: "" };
  expect(columns).toEqual([
    { ...bare, id: "first", name: "First" },
    { id: "second", name: "Second", type: "number", description: "D" },
    ...["last", "odd", "wrong"].map((id) => ({ ...bare, id, name: id })),
  ]);
  expect(readColumns({})).toBeUndefined();
});
