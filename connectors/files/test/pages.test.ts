import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Folder, makeFolder } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

/** Many rows share a value of `k`. The engine reads 2048 rows at a time. */
const rows = Array.from({ length: 7001 }, (_, id) => ({ id, k: id % 3, text: `row ${(id * 7919) % 7001}` }));
const csv = `id,k,text\n${rows.map(({ id, k, text }) => `${id},${k},${text}`).join("\n")}\n`;
const ndjson = rows.map((row) => JSON.stringify(row)).join("\n");
const array = JSON.stringify(rows);

const files: Readonly<Record<string, string | Uint8Array>> = {
  "csv.csv": csv,
  "gzip.csv.gz": gzipSync(csv),
  "zstd.csv.zst": execFileSync("zstd", ["-q", "-c"], { input: csv }),
  // Files that are read through a copy: rows of different lengths, another encoding, numbers that no type holds.
  "ragged.csv": csv.replace("\n100,1,", "\n100,1,,,,"),
  "utf16.csv": Buffer.from(`\ufeff${csv}`, "utf16le"),
  "exact.json": array.replace('{"id":100,', '{"id":100,"large":1e400,'),
  "json.json": array,
  "ndjson.ndjson": ndjson,
  "xlsx.xlsx": writeWorkbook({ S: [["id", "k", "text"], ...rows.map(({ id, k, text }) => [id, k, text])] }),
};

let folder: Folder;

beforeAll(async () => {
  folder = await makeFolder(files);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `COPY (FROM read_csv('${join(folder.path, "csv.csv")}')) TO '${join(folder.path, "parquet.parquet")}' (ROW_GROUP_SIZE 2048)`,
  );
  connection.closeSync();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Files that are read as another one is, once they are decoded. */
const repeated = ["zstd.csv.zst", "utf16.csv", "exact.json", "ndjson.ndjson"];
const names = [...Object.keys(files), "parquet.parquet"];

it.each(isLong ? names : names.filter((name) => !repeated.includes(name)))(
  "pages of %s together are the rows of one reading, with and without a filter",
  async (name) => {
    const id = name.slice(0, name.indexOf("."));
    const whole = await folder.rows(id);
    expect(whole.map((row) => row["id"])).toEqual(rows.map((row) => row.id));
    for (const filter of [{}, { k_min: 1, k_max: 1 }]) {
      const wanted = whole.filter((row) => !("k_min" in filter) || row["k"] === 1);
      const paged: unknown[] = [];
      for (let limit = 1, skip = 0; skip < wanted.length; skip += limit, limit = 1 + ((limit * 7) % 2503))
        paged.push(...(await folder.rows(id, { filter, limit, skip })));
      expect(paged).toEqual(wanted);
      expect(await folder.rows(id, { filter, limit: 5, skip: wanted.length })).toEqual([]);
    }
  },
);
