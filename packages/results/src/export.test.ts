import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "./store/results.js";
import type { ResultTable } from "./table/result-table.js";

// Programs that share nothing with the code under test read the files: Python, and the engine for Parquet.

const server = new RowServer();
let folder = "";
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  folder = await mkdtemp(join(tmpdir(), "wellhead-export-"));
  results = await Results.open();
});
afterAll(async () => {
  await results.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Each column: the JSON texts of its values in three rows. */
const columns: readonly (readonly [name: string, ...values: readonly string[]])[] = [
  ["id", "1", "2", "3"],
  ["big", "9007199254740993", "-9223372036854775808", "null"],
  ["huge", "170141183460469231731687303715884105727", "-1", "null"],
  ["decimal", "1234567890123456.78", "0.01", "-99999999999999999999.5"],
  ["formula", '"=1+2"', String.raw`"+cmd|' /C calc'!A0"`, '"@SUM(1)"'],
  ["quotes", String.raw`"a\"b"`, '"\'"', String.raw`"\",\""`],
  ["breaks", String.raw`"l1\nl2\r\nl3"`, String.raw`"\n"`, String.raw`"\r"`],
  ["text", '"😀 ünï"', '"👩‍👩‍👧"', String.raw`"\u0000x\u0001\\"`],
  ["words", '"NaN"', '"null"', '""'],
  ["codes", '"00501"', '"1e5"', '"9007199254740993"'],
  ["separators", String.raw`"a,b;c\td"`, '","', '" lead "'],
  ["nested", '{"a":[1,{"b":null}],"big":9007199254740993}', "[]", '{"x":"\\"\\n"}'],
  ["day", '"2026-01-31"', "null", '"1999-12-31"'],
  ["time", '"2026-01-31T10:00:00.123456"', "null", '"1969-12-31T23:59:59"'],
  ["instant", '"2026-01-31T10:00:00Z"', '"1969-12-31T23:59:59.999Z"', "null"],
  ["flag", "true", "false", "null"],
  ["nothing", "null", "null", "null"],
  [String.raw`name "with" <&>, 'all'`, '"v"', "null", '"w"'],
];
const keys = columns.map(([name]) => name);
const rowTexts = [0, 1, 2].map(
  (row) => `{${columns.map(([name, ...values]) => `${JSON.stringify(name)}:${values[row]}`).join()}}`,
);

async function load(body: string): Promise<ResultTable> {
  tables += 1;
  return (await results.load(await server.read(body), { schema: "e", name: `t${tables}` })).table;
}

async function exported(table: ResultTable, format: "csv" | "json" | "ndjson" | "parquet"): Promise<string> {
  const path = join(folder, `${tables}.${format}`);
  await table.export(path, format);
  return path;
}

/** Prints rows, each a list of names and texts. Python keeps every digit of a number and the order of members. */
const readJson = `
import json, sys
number = lambda text: "number " + text
load = lambda text: json.loads(text, parse_int=number, parse_float=number, object_pairs_hook=lambda pairs: pairs)
with open(sys.argv[1], encoding="utf-8", newline="") as file: text = file.read()
rows = load(text) if sys.argv[2] == "json" else [load(line) for line in text.split("\\n")[:-1]]
print(json.dumps(rows))
`;
const readCsv = `
import csv, json, sys
csv.field_size_limit(10 ** 9)
with open(sys.argv[1], encoding="utf-8", newline="") as file: print(json.dumps(list(csv.reader(file))))
`;

function python(program: string, ...words: readonly string[]): unknown {
  return JSON.parse(execFileSync("python3", ["-c", program, ...words], { encoding: "utf8" }));
}

/** The value of a JSON text as Python prints it: members as pairs, numbers as texts. */
function asPython(json: string): unknown {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"number ${token}"`,
  );
  const pairs = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pairs);
    if (typeof value !== "object" || value === null) return value;
    return Object.entries(value).map(([name, one]) => [name, pairs(one)]);
  };
  return pairs(JSON.parse(quoted));
}

/** The text of a value in CSV and as a text of the engine. */
function cellOf(json: string | undefined): string | null {
  if (json === undefined || json === "null") return null;
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/** Removes zeros that a decimal type adds. */
function plain(cell: string | null | undefined): string | null {
  return (
    cell?.replace(/^(-?\d+)\.(\d*?)0+$/, (_, whole: string, rest: string) =>
      rest === "" ? whole : `${whole}.${rest}`,
    ) ?? null
  );
}

const deepPlain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(deepPlain);
  return typeof value === "string" && value.startsWith("number ") ? `number ${plain(value.slice(7))}` : value;
};

test("other programs read every value of hostile rows from each format", async () => {
  const table = await load(`${rowTexts.join("\n")}\n`);
  for (const format of ["json", "ndjson"] as const) {
    const read = python(readJson, await exported(table, format), format);
    expect(deepPlain(read), format).toStrictEqual(rowTexts.map(asPython));
  }
  const [head, ...lines] = python(readCsv, await exported(table, "csv")) as readonly string[][];
  expect(head).toStrictEqual(keys);
  const expected = [0, 1, 2].map((row) => columns.map(([, ...values]) => cellOf(values[row])));
  expect(lines.map((line) => line.map(plain))).toStrictEqual(
    expected.map((row) => row.map((cell) => cell ?? "")),
  );
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const path = await exported(table, "parquet");
  const reader = await connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM '${path}'`);
  expect(reader.columnNames()).toStrictEqual(keys);
  const times = expected.map((row) =>
    row.map((cell, index) => {
      const key = keys[index];
      if (key !== "time" && key !== "instant") return cell;
      return cell?.replace("T", " ").replace("Z", "+00") ?? null;
    }),
  );
  expect(reader.getRows().map((row) => row.map((cell) => plain(cell as string | null)))).toStrictEqual(times);
  connection.closeSync();
});

test("decimals of wide tables keep their digits, and no row of one column is lost", async () => {
  const wide = Array.from({ length: 500 }, (_, index) => `"c${index}":${index + 1}34567890123456.78`);
  const table = await load(`{${wide.join()}}\n`.repeat(3));
  for (const format of ["json", "ndjson"] as const) {
    const read = python(readJson, await exported(table, format), format);
    expect(read).toStrictEqual([1, 2, 3].map(() => asPython(`{${wide.join()}}`)));
  }
  const one = await load('{"a":null}\n{"a":"x"}\n{"a":""}\n');
  expect(python(readCsv, await exported(one, "csv"))).toStrictEqual([["a"], [""], ["x"], [""]]);
});

test("results without rows or columns are valid files", async () => {
  const empty = await load("");
  expect(python(readJson, await exported(empty, "json"), "json")).toStrictEqual([]);
  expect(await readFile(await exported(empty, "ndjson"), "utf8")).toBe("");
  expect(python(readCsv, await exported(empty, "csv"))).toHaveLength(1);
  const bare = await load("{}\n{}\n");
  expect(python(readJson, await exported(bare, "ndjson"), "ndjson")).toHaveLength(2);
  expect(python(readCsv, await exported(bare, "csv"))).toHaveLength(3);
});

test("exports of rows that are kept as sent have the types of their values and the names of their members", async () => {
  const rows = [
    '{"mixed":0,"Id":1,"id":"a","":true,"number":1e400,"2":1,"1":2}',
    '{"mixed":"0","Id":2,"id":"b","":null,"number":1.5,"2":1,"1":2}',
    '{"mixed":{"a":[1.5,9007199254740993]},"Id":3,"id":"c","":"x","number":-0,"2":1,"1":2}',
    '{"mixed":true,"Id":4,"id":"d","":[],"number":7,"2":1,"1":2}',
    '{"mixed":null,"Id":5,"id":"","":1,"number":0,"2":1,"1":2}',
    String.raw`{"mixed":"say \"é\"\n","Id":6,"id":"f","":{},"number":0,"2":1,"1":2}`,
  ];
  tables += 1;
  const loading = { schema: "e", name: `t${tables}`, unfit: "keep" } as const;
  const { table } = await results.load(await server.read(`[${rows.join()}]`), loading);
  const lines = (await readFile(await exported(table, "ndjson"), "utf8")).trimEnd().split("\n");
  expect(lines).toEqual(rows);
  expect(JSON.parse(await readFile(await exported(table, "json"), "utf8"))).toEqual(
    rows.map((row): unknown => JSON.parse(row)),
  );
  expect(await table.row(2)).toBe(rows[2]);
  const csv = (await readFile(await exported(table, "csv"), "utf8")).split("\r\n");
  expect([csv[0], csv[2], csv[4]]).toEqual([
    'mixed,Id,id,"",number,2,1',
    "0,2,b,,1.5,1,2",
    "true,4,d,[],7,1,2",
  ]);
  expect(table.columns.map(({ name }) => name)).toEqual([
    "mixed",
    "Id",
    "id_2",
    "unnamed",
    "number",
    "2",
    "1",
  ]);
});
