import { expect, test } from "vitest";
import { summarySql } from "./summary-spec.js";

test("`summarySql()` says when the engine rounds figures that the page computes exactly", () => {
  const by = [{ column: "kind" }];
  const write = (measure: Parameters<typeof summarySql>[0]["measures"][number]): string =>
    summarySql({ by, measures: [{ function: "count" }, measure] }, "samples.tea", [undefined]);
  expect(write({ function: "sum", column: "price" }).split("\n")).toEqual([
    "-- The figures of the page are exact and rounded once. Those of this statement can differ in the last digits.",
    'select "kind",',
    '  count(*) as "Rows",',
    '  sum("price") as "Sum of price"',
    "from samples.tea",
    "group by all",
    "order by all",
  ]);
  for (const name of ["mean", "median", "share"] as const)
    expect(write({ function: name, column: "price" }), name).toMatch(/^-- /);
  for (const name of ["min", "max", "distinct"] as const)
    expect(write({ function: name, column: "price" }), name).toMatch(/^select /);
});
