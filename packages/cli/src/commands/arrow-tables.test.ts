import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileTable, fileTable } from "../../test/arrow-tables/file-table.js";
import { statementsOver } from "../../test/arrow-tables/statements.js";
import { TableOracle } from "../../test/arrow-tables/table-oracle.js";
import { runWellhead } from "../../test/run-wellhead.js";
import { startWellhead } from "../../test/start-wellhead.js";

// Random files are served by a process of its own. The tables that `wellhead sql` and `wellhead pull` make of them are compared with
// what the engine alone reads from the files. `npm run proof arrow` does the same with many more.

const tableCount = Number(process.env["WELLHEAD_ARROW_FILES"] ?? (isLong ? 4 : 2));
const setupTimeout = 120_000 + tableCount * 15_000;
const firstSeed = Number(process.env["WELLHEAD_ARROW_SEED"] ?? 1);
const seeds = Array.from({ length: tableCount }, (_unused, index) => firstSeed + index);
/** Folder of `parquet-wasm`, another library for both formats, which is too large for a dependency. */
const library = process.env["WELLHEAD_ARROW_LIBRARY"];
let folder = "";
let oracle: TableOracle;
let service: ReturnType<typeof startWellhead>;
let url = "";

const tables = new Map(seeds.map((seed) => [seed, fileTable(seed)]));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-arrow-tables-"));
  oracle = await TableOracle.start();
  for (const [seed, table] of tables) {
    const path = join(folder, `t${seed}.parquet`);
    await oracle.write(path, table);
    if (seed % 2 === 0) await rewrite(path, table);
    await oracle.describe(`t${seed}`, path, table.columns);
  }
  service = startWellhead(["serve", folder, "--port", "0", "--no-console"]);
  url = await addressOf(service);
}, setupTimeout);
afterAll(async () => {
  service.kill("SIGTERM");
  await once(service, "close");
  oracle.stop();
  await rm(folder, { recursive: true });
});

async function addressOf({ stderr, stdout }: typeof service): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    for (const stream of [stderr, stdout])
      stream?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const [address] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      });
  });
}

interface ParquetWasm {
  readonly Table: { readonly fromIPCStream: (bytes: Uint8Array) => object };
  readonly readParquet: (bytes: Uint8Array) => object;
  readonly writeParquet: (table: object) => Uint8Array;
}

function loadLibrary(path: string): ParquetWasm {
  return createRequire(join(path, "package.json"))("parquet-wasm/node") as ParquetWasm;
}

/** Has the other library write a file, if it is there and keeps the values. */
async function rewrite(path: string, { columns }: FileTable): Promise<void> {
  if (library === undefined || columns.some(({ kind }) => kind.isPortable === false)) return;
  const { readParquet, writeParquet } = loadLibrary(library);
  await writeFile(path, writeParquet(readParquet(await readFile(path))));
}

/** Runs a command. Returns the requests that it has sent. */
async function run(words: readonly string[]): Promise<readonly string[]> {
  const { code, stderr } = await runWellhead([...words, "--force", "--verbose"], { directory: folder });
  if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  return stderr.split("\n").filter((line) => line.startsWith("POST "));
}

test.each(seeds)(
  "pull and sql make the same tables of the random file %i as the engine alone",
  { timeout: 300_000 },
  async (seed) => {
    const table = tables.get(seed) as FileTable;
    const isBatch = table.columns.every(({ kind }) => kind.isBatch);
    const name = `t${seed}`;
    const requests = await run(["pull", url, name, "-o", "pulled.parquet"]);
    // The rows are requested again if the types of their columns in Arrow do not say what they are in JSON.
    expect(requests.length, name).toBe(isBatch ? 1 : 2);
    const pulled = await oracle.differenceOf(join(folder, "pulled.parquet"), `FROM w.${name}`, table.columns);
    expect(pulled, `pull of ${name}`).toBe(undefined);
    const other = seeds[(seeds.indexOf(seed) + 1) % seeds.length] ?? seed;
    for (const { sql, columns } of statementsOver(table, tables.get(other) as FileTable, [
      name,
      `t${other}`,
    ])) {
      await run(["sql", sql, "-c", `w=${url}`, "-o", "answer.parquet"]);
      const difference = await oracle.differenceOf(join(folder, "answer.parquet"), sql, columns);
      expect(difference, sql).toBe(undefined);
    }
  },
);

test.skipIf(library === undefined).each(seeds)(
  "pull writes the random file %i as Arrow, as another library reads it",
  { timeout: 300_000 },
  async (seed) => {
    const { Table, writeParquet } = loadLibrary(library ?? "");
    await run(["pull", url, `t${seed}`, "-o", "pulled.arrow"]);
    // The marker of the file, which is as long as the alignment, and then a stream.
    const stream = (await readFile(join(folder, "pulled.arrow"))).subarray(8);
    const path = join(folder, "read.parquet");
    await writeFile(path, writeParquet(Table.fromIPCStream(stream)));
    expect(await oracle.differenceOf(path, `FROM arrow.t${seed}`)).toBe(undefined);
  },
);
