import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BucketServer, bucketName, openBucket, startBucketServer } from "./bucket.js";

/** The engine without our code, which writes the files. */
const instance = await DuckDBInstance.create(":memory:");
const engine = await instance.connect();
let server: BucketServer;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  server = await startBucketServer();
});
afterAll(async () => {
  engine.closeSync();
  instance.closeSync();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function putParquet(key: string, select: string): Promise<void> {
  const path = join(folder, "file.parquet");
  await engine.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  await server.put(key, await readFile(path));
}

/** Returns the names of the opened objects. */
function opened(prefix: string): readonly string[] {
  const start = `GET /${bucketName}/${prefix}`;
  return server.requests
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length))
    .toSorted();
}

describe("a table of objects in partitions", () => {
  const names = [2023, 2024].flatMap((year) =>
    [1, 2, 3, 4, 5, 6].map((month) => `year=${year}/month=0${month}/part.parquet`),
  );

  it("opens three objects for its columns, and then only those that a filter leaves", async () => {
    for (const [index, name] of names.entries())
      await putParquet(`events/${name}`, `SELECT ${index} * 10 + i AS id FROM range(2) t(i)`);
    await using bucket = openBucket(server, { url: `s3://${bucketName}` });
    server.forget();
    expect(await bucket.ids()).toContain("events");
    expect(opened("events/")).toEqual([]);
    await bucket.rows("events", { filter: { year_min: "2025" } });
    expect(opened("events/")).toEqual([names[0], names[6], names[11]]);
    server.forget();
    const filter = { year_min: "2024", month_min: "2", month_max: "3", id_min: "71" };
    expect(await bucket.rows("events", { filter })).toEqual([
      { id: 71, year: 2024, month: 2, file: names[7] },
      { id: 80, year: 2024, month: 3, file: names[8] },
      { id: 81, year: 2024, month: 3, file: names[8] },
    ]);
    expect(opened("events/")).toEqual([names[7], names[8]]);
    // One list when the request begins, and a check of each object when it ends.
    expect(server.requests).toHaveLength(2 + 1 + 2);
    server.forget();
    const all = await bucket.rows("events");
    expect(all.map(({ id }) => id)).toEqual(names.flatMap((_, index) => [index * 10, index * 10 + 1]));
    expect(opened("events/")).toHaveLength(12 - 5);
    // Two lists: one when the request begins, and one that checks all objects.
    expect(server.requests).toHaveLength(12 - 5 + 2);
    const sql = 'SELECT count(*) AS n, sum(id) AS total FROM "events" WHERE month = 2';
    expect(await bucket.rows("events", { filter: { sql } })).toEqual([{ n: 4, total: 162 }]);
  });

  it("is described in the background before files are, as far as the limit allows", async () => {
    for (const day of ["01", "02"]) await putParquet(`ahead/t/day=${day}/a.parquet`, "SELECT 1 AS id");
    for (const name of ["a", "b", "c"]) await server.put(`ahead/${name}.csv`, "id\n1\n");
    await using bucket = openBucket(server, { url: `s3://${bucketName}/ahead`, prefetchLimit: "1.5MB" });
    server.forget();
    const described = async () => {
      const sources = await bucket.ids().then(() => bucket.connector.sources());
      return [...sources].filter(([, { fields }]) => Object.keys(fields ?? {}).length > 0).map(([id]) => id);
    };
    // Three times 512 KB: the table has two files.
    await expect.poll(described).toEqual(["a", "t"]);
    expect(opened("ahead/")).toEqual(["a.csv", "t/day=01/a.parquet", "t/day=02/a.parquet"]);
  });

  it("has the columns of all files that were read, and no row without them", async () => {
    const days = [1, 2, 3, 4, 5].map((day) => `day=0${day}/part.parquet`);
    for (const [index, name] of days.entries())
      await putParquet(`wider/${name}`, index === 1 ? "SELECT 1 AS id, 'x' AS added" : "SELECT 1 AS id");
    await using bucket = openBucket(server, { url: `s3://${bucketName}/wider` });
    const filter = { day_min: "2", day_max: "2" };
    await expect(bucket.rows("wider", { filter })).rejects.toMatchObject({ code: "upstream_unavailable" });
    const row = { id: 1, added: "x", day: 2, file: days[1] };
    expect(await bucket.rows("wider", { filter })).toEqual([row]);
    expect(await bucket.rows("wider")).toHaveLength(5);
  });

  it("may be text files that a settings file makes one table", async () => {
    await server.put("text/.table.json", '{"files": "*.csv", "fileColumn": "origin"}');
    for (const name of ["a", "b", "c", "d"]) await server.put(`text/${name}.csv`, `id,name\n1,${name}\n`);
    await using bucket = openBucket(server, { url: `s3://${bucketName}` });
    server.forget();
    expect(await bucket.rows("text", { filter: { origin: ["d.csv"] } })).toEqual([
      { id: 1, name: "d", origin: "d.csv" },
    ]);
    expect(opened("text/")).toEqual([".table.json", "a.csv", "c.csv", "d.csv"]);
    expect((await bucket.rows("text")).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    expect(opened("text/").filter((name) => name === ".table.json")).toHaveLength(1);
  });
});
