import { text } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { columnsOfSchema } from "./schema-columns.js";

it("`columnsOfSchema()` stores objects and documents as JSON, and values of any type as they are sent", () => {
  const columns = columnsOfSchema({
    properties: {
      object: { type: ["null", "object"] },
      document: { type: ["null", "object", "array"] },
      anything: { type: ["null", "object", "string"] },
    },
  });
  const storedAs = Object.entries(columns).map(([name, column]) => [name, column.storedAs]);
  expect(storedAs).toEqual([
    ["object", "json"],
    ["document", "json"],
    ["anything", text().storedAs],
  ]);
});
