import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { type BucketServer, bucketName, openBucket, startBucketServer } from "./bucket.js";

/** Writes 1,000 Parquet files of 100 rows in partitions, with an engine without our code. */
async function putPartitions(server: BucketServer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const instance = await DuckDBInstance.create(":memory:");
  const engine = await instance.connect();
  await engine.run(
    `COPY (SELECT i AS id, i % 40 + 1985 AS year, i // 40 % 25 AS part, i / 8 AS amount FROM range(100000) t(i))
      TO '${folder}/events' (FORMAT parquet, PARTITION_BY (year, part))`,
  );
  engine.closeSync();
  instance.closeSync();
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".parquet"));
  expect(names).toHaveLength(1000);
  await inParallel(names, async (name) => server.put(name, await readFile(join(folder, name))));
  await rm(folder, { recursive: true });
}

async function inParallel<Item>(items: readonly Item[], call: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const run = async () => {
    for (const item of left) await call(item);
  };
  await Promise.all(Array.from({ length: 8 }, run));
}

it("of 10,000 objects in a bucket, 1,000 of them one table, only those that a filter leaves are opened", async () => {
  await using server = await startBucketServer();
  await putPartitions(server);
  const others = Array.from({ length: 9000 }, (_, index) => `others/${String(index).padStart(4, "0")}.csv`);
  await inParallel(others, (key) => server.put(key, "a\n1\n"));
  await using bucket = openBucket(server, {
    url: `s3://${bucketName}`,
    listingSeconds: 3600,
    maxFiles: 20_000,
  });
  const opened = () => server.requests.filter((line) => !line.includes("list-type")).length;
  server.forget();
  expect(await bucket.ids()).toHaveLength(10_001);
  expect([server.requests.length, opened()]).toEqual([10, 0]);
  // The columns come from three objects.
  const filter = { year_min: "2024", part_min: "7", part_max: "8" };
  const rows = await bucket.rows("events", { filter });
  // By arithmetic: row i is in the year i % 40 + 1985 and in the part i // 40 % 25.
  const expected = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    year: (id % 40) + 1985,
    part: Math.floor(id / 40) % 25,
  }))
    .filter(({ year, part }) => year >= 2024 && part >= 7 && part <= 8)
    .toSorted((a, b) => a.part - b.part || a.id - b.id);
  expect(rows.map(({ id, year, part }) => ({ id, year, part }))).toEqual(expected);
  expect(opened()).toBe(3 + 2);
  server.forget();
  expect(await bucket.rows("events", { filter: { year_min: "2020" } })).toHaveLength(5 * 25 * 100);
  // All objects of five years, except the two that are here and the last one, which showed the columns.
  expect(opened()).toBe(5 * 25 - 3);
  server.forget();
  expect(await bucket.rows("events", { filter: { amount_min: "12499.5" } })).toHaveLength(4);
  expect(opened()).toBe(1000 - 5 * 25 - 2);
}, 300_000);
