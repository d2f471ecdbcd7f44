import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;

beforeAll(async () => {
  service = await serveSqlite();
});

afterAll(() => service.close());

/** Values of a column, with their JSON and CSV: texts with NUL, which the filters of the form cannot contain. */
const values: Readonly<Record<string, readonly (readonly [sql: string, json: string, csv: string])[]>> = {
  text: [["'a' || char(0) || 'b'", String.raw`"a\u0000b"`, "a\u0000b"]],
  real: [["-0.000001", "-1.0e-06", "-1.0e-06"]],
  datetime: [
    ["'2024-02-29 12' || char(0) || ' x'", String.raw`"2024-02-29T12\u0000 x"`, "2024-02-29T12\u0000 x"],
  ],
  json: [
    [
      `'{"a": [1, 2.50], "big": 9007199254740993}'`,
      '{"a":[1,2.50],"big":9007199254740993}',
      '"{""a"": [1, 2.50], ""big"": 9007199254740993}"',
    ],
    ["'[1'", '"[1"', "[1"],
    [`jsonb('{"x":1}')`, '{"x":1}', '"{""x"":1}"'],
    ["null", "null", ""],
  ],
};

describe.each(Object.entries(values))("a column of type %s", (type, cases) => {
  const table = `of ${type}`;

  beforeAll(() => {
    service.run(mainFile, `create table "${table}" (id integer primary key, v ${type});`);
    for (const [sql] of cases) service.run(mainFile, `insert into "${table}" (v) values (${sql})`);
  });

  const query = ["query", { sql: `select v from "${table}" order by id` }] as const;
  // A query writes its rows by the same expressions as a table, but each has a process of its own.
  it.each([["table", { table }] as const, ...(isLong || type === "json" ? [query] : [])])(
    "is written exactly by the source %s",
    async (source, filter) => {
      const body = { source, account: {}, filter: { schema: mainFile, columns: ["v"], ...filter } };
      const json = await service.post("/", body, { accept: "application/x-ndjson" });
      expect(json.body.trimEnd().split("\n")).toEqual(cases.map(([, wanted]) => `{"v":${wanted}}`));
      const csv = await service.post("/", body, { accept: "text/csv" });
      // An empty line would not be a row.
      const lines = cases.map(([, , wanted]) => wanted || '""');
      expect(csv.body).toBe(["v", ...lines].map((line) => `${line}\r\n`).join(""));
    },
  );
});

it("keeps views, generated columns, strict tables and tables without row numbers", async () => {
  service.run(
    mainFile,
    `create table made (a int, b int generated always as (a * 2) virtual, c text generated always as ('<' || a || '>') stored);
    insert into made (a) values (21);
    create view seen as select b as "b", c as "odd ""name" from made;
    create table strict_one (a integer not null, b any) strict; insert into strict_one values (1, '2');
    create table keyed (a text primary key, b date) without rowid; insert into keyed values ('k', 0);
    create table shadowed (rowid text, oid text, _rowid_ text); insert into shadowed values ('a', 'b', 'c');`,
  );
  await expect(service.table("made")).resolves.toEqual([{ a: 21, b: 42, c: "<21>" }]);
  await expect(service.table("seen")).resolves.toEqual([{ b: 42, 'odd "name': "<21>" }]);
  await expect(service.table("strict_one")).resolves.toEqual([{ a: 1, b: "2" }]);
  await expect(service.table("keyed")).resolves.toEqual([{ a: "k", b: "1970-01-01" }]);
  await expect(service.table("shadowed")).resolves.toEqual([{ rowid: "a", oid: "b", _rowid_: "c" }]);
});

it("describes columns by their declaration, and expressions by the first row", async () => {
  const sql = "select v, count(*) as n, 'x' as t, 1.5 as r from \"of datetime\"";
  const answer = await service.post("/schema", {
    source: "query",
    account: {},
    filter: { schema: mainFile, sql },
  });
  const columns = JSON.parse(answer.body) as Record<string, { type: string }>;
  expect(answer.status, answer.body).toBe(200);
  expect(Object.values(columns).map(({ type }) => type)).toEqual(["date", "number", "text", "number"]);
});

it("computes each value of a query once", async () => {
  const rows = await service.query(
    "select random() as r, random() % 2 = 0 as even from generate_series(1, 50)",
  );
  expect(rows).toHaveLength(50);
  expect(rows.every(({ even }) => even === 0 || even === 1)).toBe(true);
});

it("makes text that a spreadsheet would run harmless when the operator asks for it, numbers never", async () => {
  const escaping = await serveSqlite({ formulaEscape: true });
  escaping.run(mainFile, "create table empty (a)");
  const sql = `select '=1+1' as "@a", '-1' as b, -1.5 as c, -1 as d, '@x,y' as e, char(9) || 'a' as f,
    x'fbff' as g, 'a=1' as h, null as i`;
  const body = { source: "query", account: {}, filter: { schema: mainFile, sql } };
  const plain = await service.post("/", body, { accept: "text/csv" });
  const harmless = await escaping.post("/", body, { accept: "text/csv" });
  const json = await escaping.post("/", body);
  await escaping.close();
  expect(plain.body.split("\r\n")[1]).toBe('=1+1,-1,-1.5,-1,"@x,y",\ta,+/8=,a=1,');
  expect(harmless.body).toBe(`'@a,b,c,d,e,f,g,h,i\r\n'=1+1,'-1,-1.5,-1,"'@x,y",'\ta,'+/8=,a=1,\r\n`);
  expect(json.body).toMatch(/^\[{"@a":"=1\+1","b":"-1","c":-1\.5,"d":-1,"e":"@x,y"/);
});
