import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { defineConnector, number, text, upstreamUnavailable } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

const rowCount = 70_000;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;
let folder = "";
let foreign: ForeignConnector | undefined;

beforeAll(async () => {
  const connector = defineConnector({
    id: "columns",
    name: "Columns",
    version: "1",
    description: "Rows of a test",
    sources: (source) => ({
      empty: source({ name: "Empty", rows: () => [] }),
      odd: source({
        name: "Odd",
        fields: { id: number() },
        async *rows() {
          await Promise.resolve();
          yield Array.from({ length: 2000 }, (_unused, id) => ({ id }));
          // A value that Arrow cannot hold.
          yield [{ id: "n/a" as unknown as number }];
        },
      }),
      all: source({
        name: "All",
        filter: { fails: number({ optional: true }) },
        fields: { id: number(), name: text() },
        async *rows({ filter }) {
          for (let id = 0; id < rowCount; id += 1000) {
            if (filter.fails !== undefined && id >= filter.fails) {
              throw upstreamUnavailable("Could not read the rows: the upstream is gone.");
            }
            await Promise.resolve();
            yield Array.from({ length: 1000 }, (_unused, index) => ({
              id: id + index,
              name: index % 3 === 0 ? null : `n${index}`,
            }));
          }
        },
      }),
    }),
  });
  app = await createApp({ connectors: [connector], logger: false });
  ({ url } = await app.listen({ port: 0 }));
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-pull-"));
});
afterEach(async () => {
  await foreign?.close();
  foreign = undefined;
  await rm(folder, { recursive: true });
});

function pull(...words: readonly string[]) {
  return runWellhead(["pull", url, "all", ...words], { directory: folder });
}

describe("wellhead pull into a file of Arrow", () => {
  test.each(["rows.arrow", "rows.feather"])("writes %s with all rows, found by its footer", async (name) => {
    const run = await pull("-o", name);
    expect([run.code, run.stdout]).toEqual([0, ""]);
    const bytes = await readFile(join(folder, name));
    expect([bytes.subarray(0, 6).toString(), bytes.subarray(-6).toString()]).toEqual(["ARROW1", "ARROW1"]);
    const { read, difference } = compareFormats(bytes, (await pull()).stdout);
    expect([difference, read.rows.length]).toEqual([undefined, rowCount]);
    expect(read.metadata["wellhead.source"]).toBe("all");
    expect(await readdir(folder)).toEqual([name]);
  });

  test("writes the columns when there are no rows", async () => {
    await pull("-o", "rows.arrow", "--limit", "0");
    const { fields, rows, fault } = readArrow(await readFile(join(folder, "rows.arrow")));
    expect([fields.map(({ name }) => name), rows, fault]).toEqual([["id", "name"], [], undefined]);
  });

  test("leaves an incomplete file under another name, and fails", async () => {
    const run = await pull("-o", "rows.arrow", "-f", "fails=2000");
    expect([4, 5]).toContain(run.code);
    expect(run.stderr).toContain("which has no footer");
    expect(await readdir(folder)).toEqual(["rows.arrow.partial"]);
  });

  test("keeps what has arrived as a complete file if it is asked to", async () => {
    const run = await pull("-o", "rows.arrow", "-f", "fails=2000", "--keep-partial");
    expect([4, 5]).toContain(run.code);
    const read = readArrow(await readFile(join(folder, "rows.arrow")));
    expect([read.fault, read.rows.length % 1000]).toEqual([undefined, 0]);
  });

  test("says that a connector does not offer Arrow", async () => {
    foreign = await startForeignConnector({ rows: (response) => response.end('[{"id":1}]') });
    const run = await runWellhead(["pull", foreign.url, "things", "-o", "rows.arrow"], { directory: folder });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain("Could not read the rows as Arrow: the connector sent");
    expect(await readdir(folder)).toEqual([]);
  });
});

/** Runs a statement on the file `rows.parquet` with the engine itself. */
async function readParquet(statement: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const answer = await connection.runAndReadAll(`${statement} '${join(folder, "rows.parquet")}'`);
  connection.closeSync();
  return answer.getRows();
}

describe("wellhead pull of a connector that offers Arrow into a file of Parquet", () => {
  test("writes all rows, with the types of their columns", async () => {
    const run = await pull("-o", "rows.parquet", "--json");
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ file: "rows.parquet", rows: rowCount });
    expect(await readdir(folder)).toEqual(["rows.parquet"]);
    const counts =
      "select count(*)::int, count(name)::int, sum(id)::varchar, max(name), typeof(any_value(id)) from";
    expect(await readParquet(counts)).toEqual([[rowCount, 46_620, "2449965000", "n998", "BIGINT"]]);
  });

  test("keeps what has arrived of incomplete rows, and fails", async () => {
    const run = await pull("-o", "rows.parquet", "-f", "fails=2000");
    expect([4, 5]).toContain(run.code);
    expect(run.stderr).toContain(`rows.parquet.partial", as an Arrow stream.`);
    expect(await readdir(folder)).toEqual(["rows.parquet.partial"]);
    const { rows } = readArrow(await readFile(join(folder, "rows.parquet.partial")));
    expect(rows.length).toBeGreaterThan(0);
  });

  test("writes what has arrived if it is asked to", async () => {
    const run = await pull("-o", "rows.parquet", "-f", "fails=2000", "--keep-partial");
    expect([4, 5]).toContain(run.code);
    expect(await readdir(folder)).toEqual(["rows.parquet"]);
    expect(await readParquet("select count(*)::int % 1000, count(*) > 0 from")).toEqual([[0, true]]);
  });

  test("reads the rows as JSON if Arrow cannot hold a value", async () => {
    const run = await runWellhead(["pull", url, "odd", "-o", "rows.parquet"], { directory: folder });
    expect(run.stderr).toMatch(/column "id"[^\n]*expected values of type number, got "n\/a"/);
    expect(await readdir(folder)).toEqual(["rows.parquet.partial"]);
    const lines = await readFile(join(folder, "rows.parquet.partial"), "utf8");
    expect([lines.split("\n").length, lines.endsWith('{"id":"n/a"}\n')]).toEqual([2002, true]);
  });

  test("reads the rows as JSON with types that the user names", async () => {
    await pull("-o", "rows.parquet", "--type", "id=text", "--limit", "3");
    expect(await readParquet("select id from")).toEqual([["0"], ["1"], ["2"]]);
  });

  test("warns of a type for a column that the source does not declare", async () => {
    const { stderr } = await pull("-o", "rows.parquet", "--type", "idd=text", "--limit", "3");
    expect(stderr).toContain('Warning: --type names "idd", which is not a declared column of "');
    expect(stderr).toContain('Did you mean "id"?\n');
  });

  test("refuses types for a file that has none", async () => {
    expect(await pull("-o", "rows.csv", "--type", "id=text")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--type needs an --output that ends with .parquet"),
    });
  });

  test("says why rows without columns cannot be written", async () => {
    const run = await runWellhead(["pull", url, "empty", "-o", "rows.parquet"], { directory: folder });
    expect(run.stderr).toContain("there are neither rows nor declared columns. Write .ndjson instead");
  });
});
