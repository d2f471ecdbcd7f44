import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Results } from "../store/results.js";

let results: Results;

beforeAll(async () => {
  results = await Results.open(engineThreads);
});
afterAll(() => results.close());

describe("inspect()", () => {
  test.each([
    ["select 1", [], []],
    ['select a from s."t.1"', ["s.t.1"], ["a"]],
    ["select t.a, x.t.b from x.t", ["x.t"], ["a", "b"]],
    ["select o.a.b from s.t o", ["s.t"], ["a", "b"]],
    ["select a from s.t where b between -1e400 and 1e400 or c = ': Infinity'", ["s.t"], ["a", "b", "c"]],
    ["select a from s.t join s.u using (k) where c = 1 order by d", ["s.t", "s.u"], ["a", "c", "d", "k"]],
    ["select (select max(b) from s.u where u.k = t.k) from s.t", ["s.t", "s.u"], ["b", "k"]],
    ["with s as (select a from x.t) select a from s", ["x.t"], ["a"]],
    ["select a from s.t union all select a from s.u", ["s.t", "s.u"], ["a"]],
    ["select count(*) from s.t", ["s.t"], []],
    ["select * from s.t", ["s.t"], undefined],
    ["select o from s.t o", ["s.t"], undefined],
    ["select row_to_json(t) from s.t", ["s.t"], undefined],
    ["select #1 from s.t", ["s.t"], undefined],
    ["select columns('a.*') from s.t", ["s.t"], undefined],
    ["select a from s.t as x(a)", ["s.t"], undefined],
    ["select a from s.t natural join s.u", ["s.t", "s.u"], undefined],
  ] as const)("%s reads %j with the columns %j", async (sql, tables, columns) => {
    const reads = await results.inspect(sql);
    expect(reads.tables.map(({ schema, name }) => `${schema}.${name}`).toSorted(compare)).toEqual(tables);
    expect(reads.columns && [...reads.columns].toSorted(compare)).toEqual(columns);
  });

  test.each([
    ["t.a = 'x'", [{ column: "a", values: ["x"] }]],
    ["'x' = a", [{ column: "a", values: ["x"] }]],
    [
      "a in ('x', 'y') and b > '1'",
      [
        { column: "a", values: ["x", "y"] },
        { column: "b", min: "1" },
      ],
    ],
    ["date '2026-01-01' <= a", [{ column: "a", min: "2026-01-01" }]],
    ["a between '1' and '2'", [{ column: "a", min: "1", max: "2" }]],
    [
      "(a = 'x' and b = 'y') and (c = 'z' or c = 'w')",
      [
        { column: "a", values: ["x"] },
        { column: "b", values: ["y"] },
      ],
    ],
    ["a = 'x' or b = 'y'", []],
    ["not a = 'x'", []],
    ["a <> 'x'", []],
    ["a not in ('x')", []],
    ["a in ('x', b)", []],
    ["a not between '1' and '2'", []],
    ["a = b", []],
    ["lower(a) = 'x'", []],
    ["a is null", []],
    ["a like 'x'", []],
    ["exists (select 1 where a = 'x')", []],
  ] as const)("finds the conditions of WHERE %s", async (where, expected) => {
    const { conditions } = await results.inspect(`select * from s.t where ${where}`);
    expect(conditions).toEqual(
      expected.map((condition) => ({ table: { schema: "s", name: "t" }, ...condition })),
    );
  });

  test.each([
    "select 1 from s.t x, s.t y where x.a = 'x'",
    "select 1 from s.t x, s.u y where a = 'x'",
    "select 1 from s.t where a = 'x' and a in (select a from s.t)",
    "with t as (select 'x' as a) select 1 from t where a = 'x'",
    "select 1 from s.t where a = 'x' using sample 5",
    "select 1 from s.t tablesample 5% where a = 'x'",
    "select 1 from s.t o semi join s.u x using (a) where o.a = 'x'",
    "select 1 from s.t o positional join s.u x where o.a = 'x'",
    "select 1 from (select * from s.t limit 1) o where o.a = 'x'",
    "select a from s.t group by a having a = 'x'",
    "select a, row_number() over () from s.t qualify a = 'x'",
    "select 1 from s.t o left join s.u x on x.a = 'x'",
    "select 1 from s.t as o(a) where a = 'x'",
    "select t.rowid from s.t where a = 'x'",
  ])("finds no condition in %s", async (sql) => {
    expect((await results.inspect(sql)).conditions).toEqual([]);
  });

  test.each([
    ["select * from s.t limit 5", 5],
    ["select a, b::text from s.t o limit 5 offset 2", 7],
    ["select * from s.t limit 0", 0],
    ["select * from s.t where a = 1 limit 5", undefined],
    ["select * from s.t order by a limit 5", undefined],
    ["select distinct a from s.t limit 5", undefined],
    ["select max(a) from s.t limit 5", undefined],
    ["select a from s.t group by a limit 5", undefined],
    ["select a from s.t group by all limit 5", undefined],
    ["select a, row_number() over () from s.t limit 5", undefined],
    ["select (select max(a) from s.t) from s.t limit 5", undefined],
    ["select * from s.t, s.u limit 5", undefined],
    ["select * from s.t limit 5%", undefined],
    ["select * from s.t limit (select 5)", undefined],
    ["select * from s.t using sample 5 limit 5", undefined],
    ["select * from s.t union all select * from s.u limit 5", undefined],
    ["with x as (select * from s.t) select * from x limit 5", undefined],
    ["select unnest(a) from s.t limit 5", undefined],
    ["select * replace (max(a) as a) from s.t limit 5", undefined],
  ])("finds the limit of %s: %s", async (sql, limit) => {
    expect((await results.inspect(sql)).limit).toBe(limit);
  });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
