import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { isConnectorError } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Folder, makeFolder, readText, rowsContext } from "./folder.js";

let folder: Folder;

beforeAll(async () => {
  const rows = Array.from({ length: 100 }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, "0");
    const city = ["Bern", "Oslo", "São Paulo", "it's"][index % 4];
    return `${index},${city},2024-01-${day},2024-01-${day} 12:30:00.123456,${index / 4},9007199254740${993 + index}`;
  });
  folder = await makeFolder({
    "trips.csv": `id,city,day,at,price,big\n${rows.join("\n")}\n`,
    "cities.json": JSON.stringify([
      { city: "Bern", land: "CH" },
      { city: "Oslo", land: "NO" },
    ]),
    "secret.txt": "not for reading",
  });
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

async function ids(filter: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  return (await folder.rows("trips", { filter })).map(({ id }) => id);
}

describe("filter of a source", () => {
  it("columns returns the chosen columns in the order of the file", async () => {
    expect(await folder.rows("trips", { filter: { columns: ["city", "id"] }, limit: 1 })).toEqual([
      { id: 0, city: "Bern" },
    ]);
  });

  it("values of text match any of those chosen", async () => {
    expect(await ids({ city: ["it's"] })).toEqual(Array.from({ length: 25 }, (_, index) => index * 4 + 3));
    expect((await ids({ city: ["Bern", "Oslo"] })).length).toBe(50);
    expect((await ids({ city: ["' OR 1=1 --"] })).length).toBe(0);
  });

  it("options of text come from the file in order", async () => {
    const { filter } = await folder.source("trips");
    const options = await filter["city"]?.options?.({ ...rowsContext(), dependsOn: {} });
    expect(options).toEqual(["Bern", "Oslo", "São Paulo", "it's"]);
  });

  it("bounds of numbers are inclusive and exact beyond 2^53", async () => {
    expect(await ids({ id_min: 97.5 })).toEqual([98, 99]);
    expect(await ids({ id_max: 1 })).toEqual([0, 1]);
    expect(await ids({ price_min: 24.75 })).toEqual([99]);
    expect((await ids({ big_min: 2 ** 53 })).length).toBe(100);
    expect(await ids({ big_min: "9007199254740993", big_max: "9007199254740993" })).toEqual([0]);
    expect(await ids({ big_min: "90071992547401091.5" })).toEqual([99]);
    expect(await ids({ big_max: "9007199254740993.5" })).toEqual([0]);
    expect(await ids({ id_max: "-0.5" })).toEqual([]);
    expect((await ids({ price_max: "9".repeat(400) })).length).toBe(100);
    expect((await ids({ id_min: "-99999999999999999999999999999999999999999" })).length).toBe(100);
  });

  it("bounds of decimals are exact, and rounded to the inside of the range", async () => {
    await using decimals = await makeFolder();
    const path = join(decimals.path, "d.parquet").replaceAll("'", "''");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(
      `COPY (SELECT CAST(col0 AS DECIMAL(38, 10)) AS d FROM (VALUES
        ('12345678901234567890.0000000001'), ('12345678901234567890.0000000002'), ('-0.0000000001'), ('0.1'))) TO '${path}'`,
    );
    connection.closeSync();
    const read = async (filter: object): Promise<string> =>
      readText(await decimals.source("d"), { filter: { ...filter } });
    const exact = "12345678901234567890.0000000002";
    expect(await read({ d_min: exact, d_max: exact })).toBe(`{"d":${exact}}`);
    expect(await read({ d_min: "12345678901234567890.00000000011" })).toBe(`{"d":${exact}}`);
    expect(await read({ d_max: "-0.00000000005" })).toBe('{"d":-0.0000000001}');
    expect(await read({ d_min: "-0.00000000005", d_max: "0.10000000005" })).toBe('{"d":0.1000000000}');
  });

  it("bounds between two doubles are exact", async () => {
    await using doubles = await makeFolder();
    const path = join(doubles.path, "e.parquet").replaceAll("'", "''");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(
      `COPY (SELECT CAST(col0 AS DOUBLE) AS d FROM (VALUES ('0.1'), ('9007199254740992'), ('-0.1'), ('1.7976931348623157e308'), ('inf'))) TO '${path}'`,
    );
    connection.closeSync();
    const read = async (filter: object): Promise<readonly unknown[]> =>
      (await doubles.rows("e", { filter: { ...filter } })).map(({ d }) => d);
    expect(await read({ d_min: "0.1", d_max: "0.1" })).toEqual([0.1]);
    expect(await read({ d_min: "0.10000000000000000001", d_max: "9007199254740991" })).toEqual([]);
    expect(await read({ d_min: "-0.1", d_max: "0.0999999999999999999999" })).toEqual([-0.1]);
    expect(await read({ d_min: "9007199254740993", d_max: "9".repeat(300) })).toEqual([]);
    expect(await read({ d_min: "-0.10000000000000000001", d_max: "9007199254740992.5" })).toEqual([
      0.1, 9007199254740992, -0.1,
    ]);
    // JSON represents infinity, the only value above the largest finite number, as null.
    expect(await read({ d_min: String(2n ** 1024n) })).toEqual([null]);
  });

  it.each([
    [{ min: "2024-01-28T00:00:00.000Z", firstDay: "2024-01-28" }, 3],
    [{ max: "2024-01-01T23:59:59.999Z", lastDay: "2024-01-01" }, 4],
    [
      {
        min: "2024-01-02T00:00:00.000Z",
        max: "2024-01-02T23:59:59.999Z",
        firstDay: "2024-01-02",
        lastDay: "2024-01-02",
      },
      4,
    ],
  ])("dates in %o give the rows of those days, dates and timestamps alike", async (range, count) => {
    expect((await ids({ day: range })).length).toBe(count);
    expect((await ids({ at: range })).length).toBe(count);
  });

  it("an upper bound includes the whole of its last millisecond", async () => {
    const only = { min: "2024-01-28T12:30:00.123Z", max: "2024-01-28T12:30:00.123Z" };
    expect((await ids({ at: only })).length).toBe(3);
  });

  it("the columns without a value that are offered are those that have none somewhere", async () => {
    await using nulls = await makeFolder({ "n.csv": "a,b,c\n1,,x\n,2,y\n" });
    const { filter } = await nulls.source("n");
    const options = await filter["isNull"]?.options?.({ ...rowsContext(), dependsOn: {} });
    expect(options).toEqual(["a", "b"]);
    expect(await nulls.rows("n", { filter: { isNull: ["a"], isNotNull: ["b"] } })).toEqual([
      { a: null, b: 2, c: "y" },
    ]);
  });
});

describe("ids of filter fields", () => {
  it("keeps filter ids apart from those the platform and the form use", async () => {
    await using reserved = await makeFolder({ "a.csv": "sql,auth,_id,a,a_min\nx,y,z,1,2\n" });
    const names = Object.keys((await reserved.source("a")).filter);
    expect(names).toEqual([
      "columns",
      "sql_",
      "auth_",
      "_id_",
      "a_min",
      "a_max",
      "a_min_min",
      "a_min_max",
      "isNull",
      "isNotNull",
      "sql",
    ]);
    expect(await reserved.rows("a", { filter: { sql_: ["x"], a_min_max: 1 } })).toEqual([]);
  });
});

describe("filter field sql", () => {
  it("reads over all files of the folder and replaces the source", async () => {
    const sql =
      "SELECT land, count(*) AS n FROM trips JOIN cities USING (city) GROUP BY land ORDER BY land; -- done";
    expect(await folder.rows("trips", { filter: { sql, columns: ["id"], id_min: 90 } })).toEqual([
      { land: "CH", n: 25 },
      { land: "NO", n: 25 },
    ]);
  });

  it("applies limit and skip to its rows in their order", async () => {
    const sql = "SELECT id FROM trips ORDER BY id DESC";
    expect(await folder.rows("trips", { filter: { sql }, limit: 2, skip: 1 })).toEqual([
      { id: 98 },
      { id: 97 },
    ]);
  });

  it.each([
    ["selec 1", "syntax error", "line 1, column 1"],
    ["SELECT\n  nothing\nFROM trips", '"nothing"', "line 2, column 3"],
    ["SELECT 1; SELECT 2", "expected one SELECT", "got 2 statements"],
    ["COPY trips TO '/tmp/wellhead-out.csv'", "expected one SELECT", ""],
    ["SELECT * FROM read_text('/etc/passwd')", "is not available", ""],
    ["SELECT getenv('PATH')", "is not available", ""],
    ["SELECT * FROM '/etc/passwd'", "there is no source", "Name a source"],
    ["SELECT ?", "parameters", ""],
    ["SELECT * FROM trips WHERE", "syntax error", ""],
    [`SELECT ${"(".repeat(20_000)}1${")".repeat(20_000)}`, "Could not run the SQL", ""],
    [`SELECT 1${" + 1".repeat(20_000)}`, "Could not run the SQL", ""],
    [`SELECT 1 FROM trips WHERE ${"1 = 1 AND ".repeat(4900)} nothing`, "Could not run the SQL", ""],
    [`SELECT 1 FROM nothing WHERE ${"1 = 1 AND ".repeat(100_000)} true`, "more than 50000 characters", ""],
  ])("refuses a statement that may not run (%#)", async (sql, ...parts) => {
    const error: unknown = await folder.rows("trips", { filter: { sql } }).catch((error_: unknown) => error_);
    expect(error).toMatchObject({ code: "invalid_field", field: "sql" });
    expect(String(error)).not.toMatch(/wellhead-files-|\/tmp|\/work|\/etc\/(?!passwd|\*)/);
    for (const part of parts) expect(isConnectorError(error) && error.message).toContain(part);
  });

  it("left empty adds no SQL", async () => {
    expect((await folder.rows("trips", { filter: { sql: " \n" } })).length).toBe(100);
  });

  it("cannot read a file of the folder that is not a source", async () => {
    for (const path of [`${folder.path}/secret.txt`, "secret.txt", "./secret.txt"]) {
      await expect(
        folder.rows("trips", { filter: { sql: `SELECT * FROM read_text('${path}')` } }),
      ).rejects.toMatchObject({
        field: "sql",
      });
    }
  });

  it("validateFilter() reports the engine's message without running the SQL", async () => {
    const source = await folder.source("trips");
    const check = (sql: string) => source.validateFilter?.({ ...rowsContext(), filter: { sql } });
    await expect(check("SELECT count(*) FROM range(1000000000000)")).resolves.toBeUndefined();
    await expect(check("SELECT nothing FROM trips")).rejects.toMatchObject({ field: "sql", status: 400 });
  });

  it("reports an error that occurs while it runs", async () => {
    const sql = "SELECT CAST(city AS INTEGER) AS n FROM trips";
    await expect(folder.rows("trips", { filter: { sql } })).rejects.toMatchObject({
      code: "invalid_field",
      field: "sql",
    });
  });

  it("reports an error that occurs after many rows, and never ends as if it were complete", async () => {
    const sql =
      "SELECT CASE WHEN i = 60000 THEN error('too far') ELSE i::VARCHAR END AS v FROM range(80000) t(i)";
    await expect(folder.rows("trips", { filter: { sql } })).rejects.toMatchObject({
      field: "sql",
      message: expect.stringContaining("too far"),
    });
    const cast =
      "SELECT CAST(CASE WHEN i = 60000 THEN 'x' ELSE '1' END AS INTEGER) AS v FROM range(80000) t(i)";
    await expect(folder.rows("trips", { filter: { sql: cast } })).rejects.toMatchObject({ field: "sql" });
  });

  it("is stopped at the time limit", async () => {
    const quick = await makeFolder({ "a.csv": "x\n1\n" }, { timeLimit: 0.2 });
    const sql = "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1";
    await expect(quick.rows("a", { filter: { sql } })).rejects.toMatchObject({ code: "upstream_timeout" });
    // The limit is short enough to apply to any read on a slow machine.
    await expect.poll(() => quick.rows("a")).toEqual([{ x: 1 }]);
    await quick[Symbol.asyncDispose]();
  });

  it.runIf(isLong)(
    "in several runaway statements leaves other sources and other memory alone",
    async () => {
      const quick = await makeFolder({ "a.csv": "x\n1\n" }, { timeLimit: 1 });
      const runaway = "SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b";
      const huge = "SELECT repeat('x', 2000000000) AS t";
      const before = process.memoryUsage().rss;
      const asked = [runaway, huge, runaway, huge, huge].map((sql) =>
        quick.rows("a", { filter: { sql } }).catch((error: unknown) => error),
      );
      await expect.poll(() => quick.rows("a")).toEqual([{ x: 1 }]);
      for (const error of await Promise.all(asked)) expect(error).toMatchObject({ name: "ConnectorError" });
      expect(process.memoryUsage().rss - before).toBeLessThan(256 * 2 ** 20);
      await quick[Symbol.asyncDispose]();
    },
    60_000,
  );

  it("in pages yields exactly the rows of one reading, whatever its order", async () => {
    const values = Array.from({ length: 5000 }, (_, id) => `${id},${id % 7 === 0 ? "" : id % 5}`).join("\n");
    await using ties = await makeFolder({ "t.csv": `id,n\n${values}\n` });
    const order = "WHERE n > 1 ORDER BY n % 2 DESC NULLS FIRST LIMIT 3000";
    for (const sql of [
      `SELECT id, n FROM t ${order}`,
      ...(isLong ? ["SELECT id, n FROM t ORDER BY n", "SELECT n, count(*) AS c FROM t GROUP BY n"] : []),
    ]) {
      const whole = await ties.rows("t", { filter: { sql } });
      const pages: unknown[] = [];
      const size = Math.ceil(whole.length / 2);
      for (let skip = 0; skip < whole.length; skip += size)
        pages.push(...(await ties.rows("t", { filter: { sql }, limit: size, skip })));
      expect(pages).toEqual(whole);
    }
  }, 60_000);

  it.runIf(isLong)("is held within the memory limit", async () => {
    const small = await makeFolder({ "a.csv": "x\n1\n" }, { memoryLimit: "100MB", threads: 1 });
    const sql = "SELECT count(DISTINCT hash(i)) AS n FROM range(12000000) t(i)";
    await expect(small.rows("a", { filter: { sql } })).rejects.toMatchObject({
      code: "invalid_field",
      message: expect.stringContaining("100MB"),
    });
    expect(await small.rows("a")).toEqual([{ x: 1 }]);
    await small[Symbol.asyncDispose]();
  });
});

describe("a caller that goes away", () => {
  // `leaving.long.test.ts` shows that the engine's process ends.
  it("ends the reading", async () => {
    const caller = new AbortController();
    const sql = "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1";
    const reading = folder.rows("trips", { filter: { sql }, signal: caller.signal });
    const [stopped] = await Promise.all([
      reading.catch((error: unknown) => error),
      setTimeout(100).then(() => caller.abort(new Error("gone"))),
    ]);
    expect(String(stopped)).toContain("gone");
  });

  it("stops the engine in the middle of its rows, and the next one is served", async () => {
    const caller = new AbortController();
    const source = await folder.source("trips");
    const sql = "SELECT i, repeat('x', 100) AS t FROM range(100000000) t(i)";
    const rows = await source.rows(rowsContext({ filter: { sql }, signal: caller.signal }));
    if (!("encode" in rows))
      throw new TypeError("Could not read the rows: expected encoded rows, got objects");
    const batches = rows.encode({ format: "json", separator: "," })[Symbol.asyncIterator]();
    expect((await batches.next()).done).toBe(false);
    caller.abort(new Error("gone"));
    await expect(drain(batches)).rejects.toThrow("gone");
    expect((await readText(source)).length).toBeGreaterThan(1000);
  });

  it("is refused before anything begins", async () => {
    await expect(folder.rows("trips", { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow(
      "gone",
    );
  });
});

async function drain(batches: AsyncIterator<unknown>): Promise<void> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next());
}
