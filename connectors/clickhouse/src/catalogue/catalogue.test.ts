import { expect, it } from "vitest";
import type { Connection } from "../protocol/connection.js";
import { clickhouseCatalogue } from "./catalogue.js";

/** Columns of a table, as the server lists them. */
const columns = {
  key: "UInt8",
  name: "String",
  ratio: "LowCardinality(Nullable(Float64))",
  half: "BFloat16",
  either: "Variant(UInt8, String)",
  any: "Dynamic",
  total: "AggregateFunction(sum, UInt64)",
  nested: "Array(Tuple(a AggregateFunction(uniq, String)))",
  pairs: "Map(String, UInt8)",
};

/** A server with one table. */
const server = {
  read: ({ sql }: { readonly sql: string }) => {
    const rows = sql.includes("sorting_key")
      ? [{ sorting_key: "name, key" }]
      : Object.entries(columns).map(([name, type]) => ({ name, type, comment: "" }));
    return Promise.resolve(rows.map((row) => JSON.stringify(row)).join("\n"));
  },
};

it("table() orders rows by every value that they show, beginning with the sorting key", async () => {
  // The cast is safe: the catalogue only reads texts.
  const catalogue = clickhouseCatalogue((work) => work(server as unknown as Connection));
  const { rowOrder } = await catalogue.table({ schema: "shop", table: "events" });
  expect(rowOrder).toEqual([
    "`name`",
    "`key`",
    // Zeros of both signs are equal, and differ in their text.
    "`ratio`",
    "toString(`ratio`)",
    "`half`",
    "toString(`half`)",
    // 7 and "7" have the same text.
    "toString(`either`)",
    "variantType(`either`)",
    "toString(`any`)",
    "dynamicType(`any`)",
    "toString(`pairs`)",
  ]);
});
