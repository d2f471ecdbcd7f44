import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { isEncodedRows } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { type Folder, makeFolder, rowsContext } from "./folder.js";

/** Members of a column that end the engine when it reads rows, and when it finds the columns. */
const lostByRows = "{'metadata': '\\x01'::BLOB, 'typed_value': 1}";
const lostByColumns =
  "{'metadata': '\\x01'::BLOB, 'value': '\\x01'::BLOB, 'typed_value': [{'typed_value': 'a'}]}";

/** Writes a Parquet file of one row, and returns its path. */
async function writeParquet(folder: Folder, name: string, members: string): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(dirname(path), { recursive: true });
  const engine = await DuckDBInstance.create(":memory:");
  const connection = await engine.connect();
  await connection.run(`COPY (SELECT ${members} AS v) TO '${path}' (FORMAT parquet)`);
  engine.closeSync();
  return path;
}

/**
 * Writes a Parquet file of one row that ends the engine: the footer says that its column is of the type VARIANT, although
 * it has other members.
 */
async function writeBad(folder: Folder, name: string, members: string): Promise<void> {
  const path = await writeParquet(folder, name, members);
  const bytes = await readFile(path);
  // The name of the column in its description, and the number of its members, which is one byte.
  const start = Buffer.from([0x18, 1, "v".charCodeAt(0), 0x15]);
  const end = bytes.lastIndexOf(start) + start.length + 1;
  // The logical type, which is member 10 of the description: a union whose member 16 is an empty struct.
  const logical = Buffer.from([0x5c, 0x0c, 0x20, 0, 0]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.readUInt32LE(bytes.length - 8) + logical.length);
  await writeFile(
    path,
    Buffer.concat([bytes.subarray(0, end), logical, bytes.subarray(end, -8), size, Buffer.from("PAR1")]),
  );
}

const failed = {
  code: "upstream_invalid",
  message: expect.stringContaining('.parquet": the engine fails when it reads its content.') as string,
};

const rowCount = 500_000;
const large = `n,text\n${Array.from({ length: rowCount }, (_, row) => `${row},text ${row}`).join("\n")}\n`;
const small = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`s${index}.csv`, `a\n${index}\n`]),
);

/** Returns the batches of rows of a source. */
async function batchesOf(folder: Folder, id: string, filter = {}): Promise<AsyncGenerator<string>> {
  const rows = await (await folder.source(id)).rows(rowsContext({ filter }));
  if (!isEncodedRows(rows)) throw new TypeError("Could not read the rows: expected encoded rows");
  return (async function* () {
    for await (const { bytes, release } of rows.encode({ format: "json", separator: "," })) {
      yield Buffer.from(bytes).toString();
      release?.();
    }
  })();
}

it.each([
  ["while its rows are read", lostByRows],
  ["while it is described", lostByColumns],
])("a file that ends the engine %s ends no other reading", async (_, members) => {
  await using folder = await makeFolder({ "large.csv": large });
  // A filter of all rows has them read by one statement.
  const readings = [await batchesOf(folder, "large"), await batchesOf(folder, "large", { n_min: "0" })];
  const texts = await Promise.all(readings.map(async (batches) => [String((await batches.next()).value)]));
  await writeBad(folder, "bad.parquet", members);
  await expect(folder.rows("bad")).rejects.toMatchObject(failed);
  for (const [index, batches] of readings.entries())
    for await (const text of batches) texts[index]?.push(text);
  for (const text of texts) {
    const rows = JSON.parse(`[${text.join(",")}]`) as ReadonlyArray<{ n: number; text: string }>;
    expect(rows).toHaveLength(rowCount);
    expect(rows.findIndex(({ n, text: word }, row) => n !== row || word !== `text ${row}`)).toBe(-1);
  }
});

it("a file that ends the engine is remembered until it changes", async () => {
  await using folder = await makeFolder(small);
  await writeBad(folder, "bad.parquet", lostByRows);
  expect((await folder.source("bad")).description).toBe("File bad.parquet");
  await expect(folder.rows("bad")).rejects.toMatchObject(failed);
  expect((await folder.source("bad")).description).toContain("Cannot be read.");
  await expect(folder.rows("bad")).rejects.toMatchObject(failed);
  expect(await folder.rows("s7")).toEqual([{ a: 7 }]);
  await folder.write("bad.parquet", "");
  await expect(folder.rows("bad")).rejects.toThrow("the file is empty");
});

it("files described at the same time as those that end the engine are not affected", async () => {
  await using folder = await makeFolder(small);
  for (let index = 0; index < 5; index++) {
    await writeBad(folder, `bad${index}.parquet`, lostByColumns);
    if (index === 3) await writeBad(folder, "part/year=3/a.parquet", lostByColumns);
    else await writeParquet(folder, `part/year=${index}/a.parquet`, "{'a': 1}");
  }
  const sources = await folder.connector.sources();
  const broken = [...sources].filter(([, { description }]) => description?.includes("Cannot be read."));
  expect(broken.map(([id]) => id).toSorted()).toEqual([
    "bad0",
    "bad1",
    "bad2",
    "bad3",
    "bad4",
    "part",
    "part/year=3/a",
  ]);
  await expect(folder.rows("part")).rejects.toThrow('"part": the engine fails');
  expect(await folder.rows("part/year=4/a")).toEqual([{ v: { a: 1 } }]);
  const read = await Promise.all(Object.keys(small).map((name) => folder.rows(name.slice(0, -4))));
  expect(read.flat()).toEqual(Array.from({ length: 20 }, (_, a) => ({ a })));
});
