import { expect, test } from "vitest";
import { compareRuns } from "./compare-runs.js";

const column = (name: string, type: string) => ({ name, type });

test("`compareRuns()` tells added, removed and changed columns, whatever their order", () => {
  const before = [column("id", "BIGINT"), column("price", "DECIMAL(7,2)"), column("note", "VARCHAR")];
  const after = [column("price", "VARCHAR"), column("id", "BIGINT"), column("__proto__", "BIGINT")];
  expect(compareRuns(before, after)).toEqual({
    added: [column("__proto__", "BIGINT")],
    removed: [column("note", "VARCHAR")],
    changed: [{ name: "price", before: "DECIMAL(7,2)", after: "VARCHAR" }],
  });
  expect(compareRuns(after, after)).toEqual({ added: [], removed: [], changed: [] });
});
