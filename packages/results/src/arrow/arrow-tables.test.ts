import type { Values } from "@wellhead/test-support/arrow/arrow-data";
import {
  type ColumnCase,
  decimalCases,
  doubleCases,
  integerCases,
} from "@wellhead/test-support/arrow/number-cases";
import {
  booleanCases,
  listCases,
  textCases,
  texts,
  timeCases,
} from "@wellhead/test-support/arrow/other-cases";
import { shownTable } from "@wellhead/test-support/arrow/shown-table";
import { writeArrow } from "@wellhead/test-support/arrow/write-arrow";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import type { Data } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Results } from "../store/results.js";

// Record batches that another library has written, and the table of the same rows as JSON, which is written by hand.

const server = new RowServer();
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

type Metadata = Readonly<Record<string, string>>;

async function load(reading: Parameters<Results["load"]>[0], type: string) {
  tables += 1;
  const declared = type === "" ? [] : [{ id: "x", type }];
  return shownTable(await results.load(reading, { schema: "t", name: `t${tables}`, declared }));
}

/** Loads a column. */
function loadColumn(data: readonly Data[], type = "", metadata: Metadata = {}) {
  return load(writeArrow([{ name: "x", data, metadata }]), type);
}

/** Loads the same column as JSON. */
async function loadJson(values: readonly string[], type = "") {
  return load(await server.read(values.map((value) => `{"x":${value}}\n`).join("")), type);
}

/** The cases of each type, and how they are declared. */
const groups: readonly (readonly [title: string, cases: readonly ColumnCase[], declared: string])[] = [
  ["integers of", integerCases, "number"],
  ["decimals of", decimalCases, "number"],
  ["doubles", doubleCases, "number"],
  ["times in", timeCases, "date"],
  ["texts", textCases, "text"],
  ["texts of dates", textCases, "date"],
  ["truth values:", booleanCases, "bool"],
  ["lists of", listCases, "array[text]"],
];

describe.each(groups)("%s", (_title, cases, declared) => {
  test.each(cases)("%s are the table that they are as JSON", async (_name, data, json, type) => {
    const open = await loadJson(json);
    expect(open.columns[0]?.type).toBe(type || open.columns[0]?.type);
    expect(await loadColumn(data)).toEqual(open);
    expect(await loadColumn(data, declared)).toEqual(await loadJson(json, declared));
  });
});

const json = { "ARROW:extension:name": "arrow.json" };
const digits = { "wellhead.type": "number" };

describe("texts that are not texts in JSON", () => {
  test.each<
    [
      title: string,
      metadata: Readonly<Record<string, string>>,
      values: Values<string>,
      type: string,
      declared: string,
    ]
  >([
    ["digits", digits, ["1.50", undefined, "-12345678901234567890", "7"], "DECIMAL(22,2)", "number"],
    ["digits without a fraction", digits, ["12345678901234567890"], "HUGEINT", "number"],
    ["JSON", json, ['{"a":[1,"b  c"]}', undefined, '["\\"",2]'], "JSON", "text"],
    ["JSON of texts", json, ['"a\\\\"', '"2024-01-31"'], "VARCHAR", "text"],
    ["JSON of days", json, ['"2024-01-31"'], "DATE", "text"],
    ["JSON of numbers", json, ["1", "-2.5"], "DECIMAL(2,1)", "text"],
    ["JSON of truth values", json, ["true", "false"], "BOOLEAN", "text"],
    ["JSON of several kinds", json, ["true", '"a"', "1", "[]"], "VARCHAR", "text"],
    ["JSON of lists", json, ["[1,2]", undefined], "JSON", "array[number]"],
    ["nulls", json, [undefined], "VARCHAR", "text"],
  ])("%s are the table that they are as JSON", async (_title, metadata, values, type, declared) => {
    const sent = values.map((value = "null") => value);
    const open = await loadColumn(texts(values), "", metadata);
    expect(open).toEqual(await loadJson(sent));
    expect(open.columns[0]?.type).toBe(type);
    expect(await loadColumn(texts(values), declared, metadata)).toEqual(await loadJson(sent, declared));
  });

  test("JSON is stored without the white space between its parts", async () => {
    const spaced = ['{ "a b" : [ 1 ,\n"c \\" d" ] }', undefined, " [ ] "];
    const { rows } = await loadColumn(texts(spaced), "", json);
    expect(rows).toEqual(['{"x":{"a b":[1,"c \\" d"]}}', '{"x":null}', '{"x":[]}']);
  });
});
