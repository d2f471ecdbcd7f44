import { expect, test } from "vitest";
import { columnOf } from "../cells/column.js";
import { DuckdbDatabase } from "./duckdb-database.js";

test.each([
  ["0.12345678901234567890123456789012345678", "decimal(38,38)"],
  ["-0.5", "decimal(1,1)"],
  ["0.0", "decimal(1,1)"],
  ["-12.50", "decimal(4,2)"],
])("toText() writes %s of a %s with a digit before the point", async (number, storedAs) => {
  const database = await DuckdbDatabase.open(":memory:", "unused.rows");
  try {
    const field = { id: "n", name: "n", type: "number", subType: "", description: "", isIgnored: false };
    const column = { type: "number", key: undefined, storedAs };
    const decimal = columnOf({ ...field, options: [], relation: undefined, column }, "n");
    const value = database.fromCell(decimal, `'${number}'`);
    expect(await database.run(`SELECT ${database.toText(decimal, value)}`)).toEqual([[number]]);
  } finally {
    await database.close();
  }
});
