import { expect, test } from "vitest";
import type { Exchange } from "../exchange/exchange.js";
import { readTable } from "./read-table.js";

function answer(text: string, type = "", ending: Exchange["ending"] = "whole"): Exchange {
  return {
    request: { method: "POST", path: "/" },
    status: 200,
    headers: type === "" ? {} : { "content-type": type },
    text,
    utf8: true,
    ending,
    wireBytes: text.length,
    magic: [],
    firstByteMs: 1,
    totalMs: 2,
  };
}

const rows = [
  { id: "1", name: "Ada, L." },
  { id: "2", name: 'the "first"' },
];
const csv = 'id,name\r\n1,"Ada, L."\r\n2,"the ""first"""\r\n';

test.each([
  ["CSV labelled as CSV", csv, "text/csv", "csv"],
  ["CSV labelled as bytes", csv, "application/octet-stream", "csv"],
  ["CSV without a label", csv, "", "csv"],
  ["CSV with a byte order mark", `\uFEFF${csv}`, "text/csv", "csv"],
  ["CSV with line feeds and no last one", csv.replaceAll("\r", "").trimEnd(), "text/plain", "csv"],
  ["JSON labelled as bytes", JSON.stringify(rows), "application/octet-stream", "json"],
  ["JSON labelled as a page", JSON.stringify(rows), "text/html", "json"],
  ["JSON labelled as CSV", JSON.stringify(rows), "text/csv", "json"],
  ["JSON with a byte order mark", `\uFEFF${JSON.stringify(rows)}`, "application/json", "json"],
  ["JSON lines", rows.map((row) => JSON.stringify(row)).join("\n"), "text/plain", "lines"],
])("readTable() reads the rows of %s", (_, text, type, form) => {
  expect(readTable(answer(text, type))).toEqual({ rows, form, whole: true });
});

test.each([
  ["one cell a line", "id\n1\n2\n", [{ id: "1" }, { id: "2" }]],
  ["a header alone", "id, name\n", []],
  ["names that end like sentences", "Ready?,Sure!\nyes,no\n", [{ "Ready?": "yes", "Sure!": "no" }]],
])("readTable() believes a label of CSV: %s", (_, text, expected) => {
  expect(readTable(answer(text, "text/csv; charset=utf-8"))?.rows).toEqual(expected);
});

test("readTable() takes a single object for a row when it is labelled as lines", () => {
  const table = readTable(answer('{"id":"1"}\n', "application/x-ndjson"));
  expect(table).toMatchObject({ form: "lines", rows: [{ id: "1" }] });
});

test("readTable() takes names with a space after the comma for a header when records are as wide", () => {
  expect(readTable(answer("id, name\n1, Ada\n2, Bob\n"))?.rows).toHaveLength(2);
});

test.each([
  ["a sentence", "Internal error"],
  ["a sentence with a comma", "Internal error, try later"],
  ["a sentence with a comma and an end", "Internal error, try later\n"],
  ["sentences on several lines", "Sorry, the database is away\nTry again later\n"],
  [
    "a sentence and a stack",
    "TypeError: a, b are undefined\n    at load (/srv/app.js:3:1)\n    at main (a.js:1:2)\n",
  ],
  ["several commas", "No rows, no columns, nothing here"],
  ["a page", "<!doctype html><p>Busy, sorry"],
  ["an object", '{"error":"busy, sorry"}'],
  ["an object with a list", '{"rows":[{"id":1}]}'],
  ["nothing", ""],
])("readTable() finds no rows in %s", (_, text) => {
  expect(readTable(answer(text))).toBeUndefined();
});

test.each([
  ["JSON", '[{"id":"1"},{"id":"2","na', "json"],
  ["CSV", "id,name\n1,Ada\n2,Bo", "csv"],
  ["JSON lines", '{"id":"1"}\n{"id":"2","na', "lines"],
])("readTable() leaves the half row of %s that was cut", (_, text, form) => {
  expect(readTable(answer(text, "", "cut"))).toMatchObject({ form, whole: false, rows: [{ id: "1" }] });
});
