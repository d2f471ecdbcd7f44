import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { footerSize, parquetSample } from "./parquet-sample.js";

/** The engine without our code, which writes the files and reads the samples. */
const instance = await DuckDBInstance.create(":memory:");
const engine = await instance.connect();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
});
afterAll(async () => {
  engine.closeSync();
  instance.closeSync();
  await rm(folder, { recursive: true });
});

async function query(sql: string): Promise<unknown> {
  return (await engine.runAndReadAll(sql)).getRowsJson();
}

async function write(select: string, options: string): Promise<Buffer> {
  await engine.run(`COPY (${select}) TO '${join(folder, "whole.parquet")}' (FORMAT parquet, ${options})`);
  return await readFile(join(folder, "whole.parquet"));
}

function sampleOf(whole: Buffer): Buffer | undefined {
  const size = footerSize(whole.subarray(-65_536));
  const sample = size === undefined ? undefined : parquetSample(whole.subarray(whole.length - size));
  return sample && Buffer.concat([whole.subarray(0, sample.dataEnd), sample.footer]);
}

const wide = `SELECT i AS id, 'name ' || (i % 7) AS name, {'a': i, 'b': [i, i + 1]} AS nested, MAP {'k': i} AS m,
  (i / 3)::DECIMAL(18, 4) AS price, DATE '2024-01-01' + (i % 365)::INTEGER AS day, nullif(i % 5, 0) AS gap FROM range`;

describe("parquetSample()", () => {
  it.each([
    ["many groups", `${wide}(300000) t(i)`, "ROW_GROUP_SIZE 20480", 20_480],
    ["groups of fewer rows than it needs", `${wide}(50000) t(i)`, "ROW_GROUP_SIZE 2048", 10_240],
    ["15 groups and more", `${wide}(400000) t(i)`, "ROW_GROUP_SIZE 2048, COMPRESSION zstd", 10_240],
    ["metadata of a user", `${wide}(60000) t(i)`, "ROW_GROUP_SIZE 20480, KV_METADATA {a: 'b'}", 20_480],
  ])("of a file with %s has its columns and first rows", async (_, select, options, rows) => {
    const whole = await write(select, options);
    const sample = sampleOf(whole);
    await writeFile(join(folder, "sample.parquet"), sample ?? "");
    const [from, sampleFrom] = ["whole", "sample"].map((name) => `'${join(folder, name)}.parquet'`);
    expect(await query(`DESCRIBE FROM ${sampleFrom}`)).toEqual(await query(`DESCRIBE FROM ${from}`));
    expect(await query(`SELECT count(*) FROM ${sampleFrom}`)).toEqual([[String(rows)]]);
    const differences = `(FROM ${sampleFrom} EXCEPT ALL FROM ${from} WHERE id < ${rows})`;
    expect(await query(`SELECT count(*) FROM ${differences}`)).toEqual([["0"]]);
    // Another reader sees the same metadata, except the groups that are gone.
    const metadataOf = (bytes: Buffer) => parquetMetadata(new Uint8Array(bytes).buffer);
    const [all, few] = [metadataOf(whole), metadataOf(sample ?? whole)];
    const kept = few.row_groups.length;
    expect({ ...few, metadata_length: 0 }).toEqual({
      ...all,
      metadata_length: 0,
      num_rows: BigInt(rows),
      row_groups: all.row_groups.slice(0, kept),
    });
    expect([kept < all.row_groups.length, (sample?.length ?? 0) < whole.length]).toEqual([true, true]);
  });

  it("is not made of a file with one group, an encrypted one, or another file", async () => {
    const one = await write(`${wide}(100) t(i)`, "ROW_GROUP_SIZE 20480");
    expect(sampleOf(one)).toBeUndefined();
    const encrypted = Buffer.concat([one.subarray(0, -4), Buffer.from("PARE")]);
    expect(footerSize(encrypted)).toBeUndefined();
    expect([footerSize(Buffer.alloc(8)), footerSize(Buffer.from("PAR1"))]).toEqual([undefined, undefined]);
  });

  it("of a damaged footer is none, or one whose data is inside of the file, and never throws", async () => {
    const whole = await write(`${wide}(60000) t(i)`, "ROW_GROUP_SIZE 2048");
    const footer = whole.subarray(whole.length - (footerSize(whole) ?? 0));
    let [none, some] = [0, 0];
    for (let index = 0; index < footer.length; index += 199) {
      const cut = parquetSample(footer.subarray(0, index + 8));
      const damaged = Buffer.from(footer);
      damaged[index] = (damaged[index] ?? 0) ^ (1 << (index % 8));
      for (const sample of [cut, parquetSample(damaged)]) {
        if (sample === undefined) none += 1;
        else some += 1;
      }
    }
    expect([none > 20, some > 0]).toEqual([true, true]);
  });
});
