import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { hostileStrings } from "@wellhead/test-support/rows/hostile-strings";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { Workbench } from "@wellhead/workbench";
import type { RunEvent } from "@wellhead/workbench/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

// What the console saves as JSON and CSV is what `pull` writes, byte for byte.

const formats = ["ndjson", "json", "csv"] as const;
type Format = (typeof formats)[number] | "parquet";

let folder = "";
let connector: ForeignConnector;
let body = "";
let type = "application/json";
let workbench: Workbench;

beforeAll(async () => {
  connector = await startForeignConnector({
    rows: (response) => response.setHeader("content-type", type).end(body),
  });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-same-"));
  workbench = new Workbench({ fetch, listed: () => undefined });
});
afterEach(async () => {
  await workbench.close();
  await rm(folder, { recursive: true });
});
afterAll(() => connector.close());

function post(path: string, ask: object): Promise<Response> {
  const own = new URL("http://127.0.0.1:1/");
  return workbench.answer({ method: "POST", path, body: JSON.stringify(ask), own });
}

/** Runs the source in the workbench, and returns the id of the run. */
async function run(): Promise<string> {
  const response = await post("runs", { base: connector.url, source: "things", filter: {} });
  const lines = (await response.text()).trimEnd().split("\n");
  // The workbench sends events of this type.
  const events = lines.map((line) => JSON.parse(line) as RunEvent);
  const [first] = events;
  return first?.type === "started" ? first.run : "";
}

async function saved(id: string, format: Format, selection: object = {}): Promise<Buffer> {
  const response = await post(`runs/${id}/exports`, { format, ...selection });
  const { href = "" } = (await response.json()) as { readonly href?: string }; // the workbench's own type
  const path = href.replace(/^data\//, "");
  const file = await workbench.answer({ method: "GET", path, body: "", own: new URL("http://127.0.0.1:1/") });
  return Buffer.from(await file.arrayBuffer());
}

async function pulled(format: Format): Promise<Buffer> {
  const { code } = await runWellhead(["pull", connector.url, "things", "-o", `rows.${format}`, "--force"], {
    directory: folder,
  });
  expect(code).toBe(0);
  return readFile(join(folder, `rows.${format}`));
}

const odd = [
  '{"id":12345678901234567890,"size":1.10, "when":"2026-01-31T10:00:00+02:00"}',
  '{"size":-0,"id":1e5,"extra":[1.50,{"x":9007199254740993}],"flag":true}',
  '{"id":0.30000000000000000001,"size":1E+2,"extra":null,"Extra":"é","":0}',
  "{}",
  String.raw`{"id":"\u00e9\ud800 \ud83d\ude00 \u0000 \/","size":"0"}`,
  String.raw`{"id":"\\ud800","size":{"a":"b"}}`,
  '{"id":1,"id":2,"size":3.0}',
  '{"when":"0001-01-01","b":1,"a":2}',
];
/** Values of each kind, also together in one column, which have texts of their own. */
const values = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "2.50",
  "100.000",
  "1E5",
  "9223372036854775808",
  "1e400",
  "5e-324",
  "18446744073709551616",
  "0.10000000000000000001",
  "[]",
  "{}",
  '{"a":[1.0, null], "a":2}',
  '"NaN"',

  '""',
  '" lead"',
  '"trail "',
  String.raw`"a\r\nb\n"`,
  String.raw`"\""`,
  '"=1+2"',
  '"-1"',
  '"@x"',
  '"\'x"',
  '"0001-01-01"',
  '"2026-01-31T10:00:00.123456789Z"',
  '"2026-01-31T24:00:00"',
  '"2026-12-31T23:59:60Z"',

  '"2026-02-30"',
  '"infinity"',
  '"null"',
  '"true"',
  '","',
  String.raw`"\t\u0000\u2028"`,
  '"Ünï😀"',
  '"007"',
];
const rich = [
  ...values.map(
    (value, index) => `{"mixed":${value},"v${index % 7}":${value},"id":${index},"size":${value}}`,
  ),
  ...values.map(
    (value, index) => `{"${index % 2 === 0 ? "Mixed" : "mixed"}":${value},"":${value}, "a,\\"b":${value}}`,
  ),
];
/** Columns whose values are all of one kind. */
const plain = Array.from(
  { length: 40 },
  (_, index) =>
    `{"price":${index}.${index % 10}0,"flag":${index % 3 === 0},"day":"2026-01-${10 + (index % 20)}","at":"2026-01-31T10:00:${10 + index}.120Z","double":${index}e${index * 7},"text":${index % 4 === 0 ? "null" : '"x"'}}`,
);
const kinds = [
  ["values of every kind", "application/x-ndjson", `${rich.join("\n")}\n`],
  [
    "values of every kind over many lines",
    "application/json",
    `[\n${rich.map((row) => row.replace("{", "{\n  ").replace(/\}$/, "\n}")).join(",\n")}\n]`,
  ],
  ["columns of one kind", "application/x-ndjson", `${plain.join("\n")}\n`],
  ["a column of nulls and empty texts", "application/x-ndjson", '{"a":null}\n{"a":""}\n{"a":null}\n'],
  ["rows without members", "application/x-ndjson", "{}\n{}\n"],
  ["an array", "application/json", `[${odd.join(",\n")}]`],
  ["an array on one line", "application/json", `[${odd.join(" , ")}]\n`],
  ["lines", "application/x-ndjson", `${odd.join("\n")}\n`],
  ["lines with carriage returns", "application/x-ndjson", odd.join(" \r\n")],
  ["plain lines", "application/x-ndjson", '{"id":1, "size":1.0}\n{"size":2,"id":"x"}\t\r\n{"other":null} \n'],
  [
    "hostile texts",
    "application/json",
    JSON.stringify(hostileStrings.map((text, id) => ({ id, text, [`k${id % 3} ${text.slice(0, 9)}`]: id }))),
  ],
  ["CSV", "text/csv", 'id,size,note\n1,0.10,"a ""b"""\n02,,\n'],
  ["no rows", "application/json", "[]"],
] as const;

// Each takes three programs, and both sides have one writer.
const triedKinds = isLong ? kinds : kinds.filter((_, index) => index % 5 === 0);

test.each(triedKinds)("the console saves %s as `pull` writes it", async (_, contentType, text) => {
  [type, body] = [contentType, text];
  const id = await run();
  for (const format of formats)
    expect((await saved(id, format)).toString()).toBe((await pulled(format)).toString());
});

/** Reads the columns and rows of a Parquet file. */
async function read(content: Buffer): Promise<unknown> {
  const path = join(folder, "read.parquet");
  await writeFile(path, content);
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const described = await connection.runAndReadAll(`DESCRIBE FROM '${path}'`);
  const rows = await connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM '${path}'`);
  connection.closeSync();
  instance.closeSync();
  return [described.getRows().map(([name, columnType]) => [name, columnType]), rows.getRows()];
}

test("the console saves the columns and values that `pull` writes as Parquet", async () => {
  [type, body] = ["application/x-ndjson", `${plain.join("\n")}\n`];
  const id = await run();
  expect(await read(await saved(id, "parquet"))).toStrictEqual(await read(await pulled("parquet")));
});

test("the console saves chosen and sorted rows as they were sent", async () => {
  [type, body] = ["application/json", `[${odd.join()},{"id":7,"size":"last"}]`];
  const id = await run();
  const lines = (await pulled("ndjson")).toString().trimEnd().split("\n");
  const chosen = await saved(id, "ndjson", {
    where: [{ column: "id", operator: "not-empty" }],
    sort: [{ column: "size", isDescending: true }],
  });
  // Python decides which rows have an id, and keeps their texts.
  const program = `import json,sys\nprint(json.dumps([line for line in json.loads(sys.stdin.read()) if json.loads(line).get("id") is not None]))`;
  const kept = execFileSync("python3", ["-c", program], { input: JSON.stringify(lines), encoding: "utf8" });
  const rows = chosen.toString().trimEnd().split("\n");
  expect(rows.toSorted()).toEqual((JSON.parse(kept) as readonly string[]).toSorted()); // the program prints texts
  expect(rows).not.toEqual(rows.toSorted());
  expect(rows[0]).toContain('"size":{"a":"b"}');
});
