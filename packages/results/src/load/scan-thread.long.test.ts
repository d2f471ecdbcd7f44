import { RowServer } from "@wellhead/test-support/http/row-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { threadFrom } from "./scan-thread.js";

const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open();
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

const rowCount = 40_000;
const text = "x".repeat(200);
const decimals = new Map([
  [12_345, "1234567.5"],
  [34_567, "0.12345"],
]);

/**
 * Returns a row. Most lines are plain. Others have a number that a double cannot represent, or a name that occurs twice.
 * Facts that decide a type are in single rows far apart: in other batches, some of them scanned in a thread.
 */
function rowOf(index: number): string {
  const big = index % 5000 === 4999 ? "9007199254740993" : String(index);
  const decimal = decimals.get(index) ?? "0.5";
  const mixed = index === 30_000 ? '"text"' : "1";
  const late = index === rowCount - 3 ? ',"late":"2026-01-31"' : "";
  const middle = index === 25_000 ? ',"middle":true' : "";
  const twice = index % 7001 === 7000 ? ',"n":-1' : "";
  return `{"text":"${text}"${twice},"n":${index},"big":${big},"decimal":${decimal},"mixed":${mixed}${middle}${late}}`;
}

async function query(sql: string): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const batch of (await results.query(sql)).rows())
    rows.push(...batch.map((row): unknown => JSON.parse(row)));
  return rows;
}

const types = {
  text: "VARCHAR",
  n: "BIGINT",
  big: "BIGINT",
  decimal: "DECIMAL(12,5)",
  mixed: "VARCHAR",
  middle: "BOOLEAN",
  late: "DATE",
};

test("load() finds the same rows, types and order of columns in a thread", async () => {
  const rows = Array.from({ length: rowCount }, (_, index) => `${rowOf(index)}\n`);
  const body = rows.join("");
  expect(body.length).toBeGreaterThan(2 * threadFrom);
  const loaded = await results.load(await server.read(body), { schema: "s", name: "all" });
  expect(loaded.incomplete).toBeUndefined();
  expect(Object.fromEntries(loaded.columns.map(({ key, type }) => [key, type]))).toEqual(types);
  expect(loaded.columns.map(({ key }) => key)).toEqual(Object.keys(types));
  expect(
    await query(
      `SELECT count(*) AS rows, count(*) FILTER (n = place) AS ordered, sum(length(text)) AS letters,
        count(*) FILTER (big = 9007199254740993) AS big, min(decimal)::VARCHAR AS least, max(late)::VARCHAR AS late,
        count(*) FILTER (mixed = 'text') AS mixed FROM (SELECT *, row_number() OVER () - 1 AS place FROM s.all)`,
    ),
  ).toEqual([
    {
      rows: rowCount,
      ordered: rowCount,
      letters: rowCount * text.length,
      big: rowCount / 5000,
      least: "0.12345",
      late: "2026-01-31",
      mixed: 1,
    },
  ]);
  const columns = new Set(["n", "late"]);
  const some = await results.load(await server.read(body), { schema: "s", name: "some", columns });
  expect(some.columns.map(({ key }) => key)).toEqual(["n", "late"]);
  expect(await query("SELECT sum(n)::VARCHAR AS sum, count(late) AS late FROM s.some")).toEqual([
    { sum: String((rowCount * (rowCount - 1)) / 2), late: 1 },
  ]);
});

test("load() ignores what follows a fault, although it was scanned before", async () => {
  const before = Array.from({ length: rowCount }, (_, index) => `{"text":"${text}","n":${index}}\n`).join("");
  const after = `{"text":"${text}","n":"text","more":1}\n`.repeat(5000);
  const mark = '{"__streamError":{"message":"The source failed","code":503}}\n';
  const loaded = await results.load(await server.read(`${before}${mark}${after}`), {
    schema: "s",
    name: "m",
  });
  expect(loaded.incomplete).toMatchObject({ ending: "marked" });
  expect(loaded.rowCount).toBe(rowCount);
  expect(loaded.columns.map(({ key, type }) => [key, type])).toEqual([
    ["text", "VARCHAR"],
    ["n", "BIGINT"],
  ]);
});

/** Sends requests. Responses with rows break once everything that was sent has been read; Node's `fetch` would discard some of it. */
const breakingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (init?.method !== "POST" || response.body === null) return response;
  const breaks = new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(response.body.pipeThrough(breaks), response);
};

test("load() keeps every row before the connection breaks", async () => {
  const body = `${`{"text":"${text}","n":1}\n`.repeat(rowCount)}{"text":"cu`;
  const reading = await server.read(body, {}, breakingFetch);
  const loaded = await results.load(reading, { schema: "s", name: "cut" });
  expect(loaded.incomplete).toMatchObject({ ending: "cut" });
  expect(loaded.rowCount).toBe(rowCount);
});
