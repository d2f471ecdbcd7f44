import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AzureServer, azureAccount, containerName, startAzureServer } from "./azure-server.js";
import { type Bucket, openBucket } from "./bucket.js";

const size = 1_000_000;
let server: AzureServer;
/** A file of more than 32 MiB, written with an engine without our code. */
let content: Buffer;
beforeAll(async () => {
  server = await startAzureServer();
  const folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const instance = await DuckDBInstance.create(":memory:");
  const engine = await instance.connect();
  await engine.run(
    `COPY (SELECT i AS id, 'name ' || (i % 7) AS name, md5(i::VARCHAR) AS text FROM range(${size}) t(i))
      TO '${join(folder, "a.parquet")}' (FORMAT parquet)`,
  );
  engine.closeSync();
  instance.closeSync();
  content = await readFile(join(folder, "a.parquet"));
  await rm(folder, { recursive: true });
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(() => {
  server.onRequest = undefined;
});

function open(prefix: string): Bucket {
  const { account, key } = azureAccount;
  return openBucket(server, {
    url: `az://${containerName}/${prefix}`,
    account,
    credentials: { accountKey: key },
  });
}

/** The bytes that were requested. */
function requested(): number {
  return server.requests.reduce((sum, line) => {
    const [, first, last] = /bytes=(\d+)-(\d+)$/.exec(line) ?? [];
    return first === undefined ? sum : sum + Number(last) - Number(first) + 1;
  }, 0);
}

describe("a large Parquet object", () => {
  it("shows its columns and the values of a list without being copied, and its rows after that", async () => {
    server.put("big/a.parquet", content);
    await using bucket = open("big");
    server.forget();
    const { filter } = await bucket.source("a");
    expect(Object.keys(filter)).toEqual(expect.arrayContaining(["columns", "id_min", "name"]));
    expect(filter["text"]).toBeUndefined();
    expect([content.length > 32 * 2 ** 20, requested() < content.length / 3]).toEqual([true, true]);
    const sql = "SELECT count(*) AS n, sum(id) AS total, count(DISTINCT text) AS texts FROM a";
    const [first] = await bucket.rows("a", { filter: { sql } });
    expect(first).toEqual({ n: size, total: (size * (size - 1)) / 2, texts: size });
    const rows = await bucket.rows("a", { filter: { id_min: String(size - 1) } });
    expect(rows).toMatchObject([{ id: size - 1, name: `name ${(size - 1) % 7}` }]);
  });

  it("that changes while its columns are read fails, and is read by the next request", async () => {
    server.put("changing/a.parquet", content);
    await using bucket = open("changing");
    server.onRequest = ({ headers }) => {
      if (headers.range?.startsWith("bytes=0-") === true) server.put("changing/a.parquet", content);
    };
    const failure = { code: "upstream_unavailable", message: expect.stringContaining("the object changed") };
    await expect(bucket.rows("a")).rejects.toMatchObject(failure);
    server.onRequest = undefined;
    expect(await bucket.rows("a", { limit: 1 })).toMatchObject([{ id: 0 }]);
  });

  it("that is cut off is reported as a damaged file", async () => {
    server.put("cut/a.parquet", content.subarray(0, -100_000));
    await using bucket = open("cut");
    await expect(bucket.rows("a")).rejects.toMatchObject({
      code: "upstream_invalid",
      message: expect.stringContaining('Could not read "a.parquet"'),
    });
  });
});
