import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findReaders } from "./find-readers.js";
import { mainFile, type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;

beforeAll(async () => {
  service = await serveSqlite();
  service.run(
    mainFile,
    `create table orders (id integer primary key, placed datetime, day date, amount real, name text, mixed);
    insert into orders select value * 3, datetime('2024-01-01', value || ' hours'), date('2024-01-01', value || ' days'), value / 4.0,
      'name ' || (value % 7), case value % 3 when 0 then value when 1 then 'v' || value end from generate_series(1, 3000);
    create index by_amount on orders (amount);
    create table edge (k integer primary key, v text);
    insert into edge values (-9223372036854775808, 'first'), (9223372036854775807, 'last'), (0, 'middle');`,
  );
  service.run("folder.db", "create table t (a)");
});

afterAll(() => service.close());

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map(({ id }) => id);

async function options(
  field: string,
  dependsOn: object,
): Promise<readonly { title: string; value: string }[]> {
  const answer = await service.post("/datalist", { source: "table", field, account: {}, dependsOn });
  return JSON.parse(answer.body) as { title: string; value: string }[];
}

describe("the lists of the form", () => {
  it("are read live: files, tables, columns, values", async () => {
    expect((await options("schema", {})).map(({ value }) => value)).toEqual(["folder.db", mainFile]);
    expect((await options("table", { schema: mainFile })).map(({ value }) => value)).toEqual([
      "edge",
      "orders",
    ]);
    const columns = await options("dateColumn", { schema: mainFile, table: "orders" });
    expect(columns.map(({ value }) => value)).toEqual(["placed", "day"]);
    const values = await options("values", { schema: mainFile, table: "orders", valueColumn: "name" });
    expect(values.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `name ${n}`));
  });

  it("are bounded", async () => {
    const values = await options("values", { schema: mainFile, table: "orders", valueColumn: "id" });
    expect(values).toHaveLength(501);
    expect(values.at(-1)?.title).toContain("first 500");
  });
});

it("a listed double of a column that is declared as integers finds its rows", async () => {
  const values = [0.1 + 0.2, 1.5, 2, 1.8446744073709552e19, -1.7976931348623157e308];
  service.run(
    "folder.db",
    `create table n (id integer primary key, i int); insert into n (i) values (${values.join("), (")})`,
  );
  const place = { schema: "folder.db", table: "n" };
  const listed = await options("values", { ...place, valueColumn: "i" });
  expect(listed.map(({ value }) => Number(value))).toEqual(expect.arrayContaining(values));
  for (const { value } of listed) {
    const answer = await service.post("/", {
      source: "table",
      account: {},
      filter: { ...place, valueColumn: "i", values: [value] },
    });
    expect(JSON.parse(answer.body)).toMatchObject([{ i: Number(value) }]);
  }
});

describe("the rows of a table", () => {
  it("come whole in the order of their numbers, page after page", async () => {
    expect(idsOf(await service.table("orders"))).toEqual(
      Array.from({ length: 3000 }, (_, index) => (index + 1) * 3),
    );
    expect((await service.table("edge")).map(({ v }) => v)).toEqual(["first", "middle", "last"]);
  });

  it("come whole where row numbers lie close together, far apart and both by turns", async () => {
    service.run(
      mainFile,
      `create table gaps (id integer primary key, text text);
      insert into gaps select value, 'close' from generate_series(-700, 900);
      insert into gaps select value * 1000000007, 'far' from generate_series(1, 300);
      insert into gaps select 900000000000 + value, 'close again' from generate_series(1, 1500);
      insert into gaps select 900000003000 + value * 4 / 3, 'half' from generate_series(1, 800);
      insert into gaps select 9223372036854775807 - value, 'last' from generate_series(0, 400);`,
    );
    // Digits that do not fit into a double are compared as text.
    const answer = await service.post(
      "/",
      { source: "table", account: {}, filter: { schema: mainFile, table: "gaps" } },
      { accept: "application/x-ndjson" },
    );
    const ids = answer.body.split("\n").flatMap((line) => /^{"id":(-?\d+),/.exec(line)?.[1] ?? []);
    const stored = await service.query("select cast(id as text) as id from gaps order by gaps.id");
    expect(ids).toEqual(idsOf(stored));
    service.run(mainFile, "drop table gaps");
  });

  it.each([
    [{ limit: 5 }, 0, 5],
    [{ limit: 5, skip: 2990 }, 2990, 2995],
    [{ skip: 2998 }, 2998, 3000],
    [{ limit: 1700, skip: 900 }, 900, 2600],
    [{ skip: 5000 }, 3000, 3000],
  ])("are bounded by %j", async (page, first, end) => {
    const all = idsOf(await service.table("orders"));
    for (const filter of [{}, { orderBy: "id" }]) {
      const body = {
        source: "table",
        account: {},
        filter: { schema: mainFile, table: "orders", ...filter },
        ...page,
      };
      expect(idsOf(JSON.parse((await service.post("/", body)).body) as { id: number }[])).toEqual(
        all.slice(first, end),
      );
    }
  });

  it("are filtered by period, range, values and text", async () => {
    const period = { dateColumn: "placed", period: "2024-01-01T03:00:00Z|2024-01-01T05:00:00Z" };
    const when = await service.post("/", {
      source: "table",
      account: {},
      filter: {
        schema: mainFile,
        table: "orders",
        ...period,
        period: { _min: "2024-01-01T03:00:00Z", _max: "2024-01-01T05:00:00Z" },
      },
    });
    expect(when.status).toBeLessThan(500);
    const range = { numberColumn: "amount", numberRange: { _min: 1, _max: 1.5 } };
    expect(idsOf(await service.table("orders", range))).toEqual([12, 15, 18]);
    const values = { valueColumn: "mixed", values: ["v1", "3"], columns: ["id"] };
    expect(idsOf(await service.table("orders", values))).toEqual([3, 9]);
    const text = { textColumn: "name", textContains: "NAME 6", columns: ["id"] };
    expect(await service.table("orders", text)).toHaveLength(428);
    expect(idsOf(await service.table("orders", { ...range, orderBy: "id", descending: true }))).toEqual([
      18, 15, 12,
    ]);
  });

  it("are refused by field when a column is gone", async () => {
    const filter = { schema: mainFile, table: "orders", orderBy: "lost" };
    const answer = await service.post("/", { source: "table", account: {}, filter });
    expect(answer).toMatchObject({
      status: 400,
      body: expect.stringContaining('"field":"orderBy"') as string,
    });
  });
});

it("leaves neither an open file nor a lock once its rows are read", async () => {
  service.run(
    "kinds.db",
    `create table numbered (a); create table keyed (a int primary key, b) without rowid;
    insert into numbered select value from generate_series(1, 3000); insert into keyed select value, 1 from generate_series(1, 3000);
    create view seen as select a from keyed; create virtual table words using fts5(a); insert into words values ('x');`,
  );
  for (const [table, rows] of [
    ["numbered", 3000],
    ["keyed", 3000],
    ["seen", 3000],
    ["words", 1],
  ] as const) {
    const { status, body } = await service.post("/", {
      source: "table",
      account: {},
      filter: { schema: "kinds.db", table },
    });
    expect({ status, rows: (JSON.parse(body) as readonly unknown[]).length }).toEqual({ status: 200, rows });
    // If another process had locked the file, this would fail immediately.
    const writer = new Database(join(service.folder, "kinds.db"), { timeout: 0 });
    writer.exec("begin exclusive; insert into numbered values (0); rollback");
    writer.close();
  }
  await expect.poll(() => findReaders(service.folder)).toEqual([]);
});
