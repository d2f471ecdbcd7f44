import { expect, test } from "vitest";
import type { Exchange } from "../exchange/exchange.js";
import { readCsv } from "./read-csv.js";
import { readRows } from "./read-rows.js";

function answer(text: string, ending: Exchange["ending"] = "whole"): Exchange {
  const request = { method: "POST", path: "/" };
  return {
    request,
    status: 200,
    headers: {},
    text,
    utf8: true,
    ending,
    wireBytes: text.length,
    magic: [],
    firstByteMs: 1,
    totalMs: 2,
  };
}

test("readRows() reads a whole array", () => {
  expect(readRows(answer(' [{"a":1},{"a":2}]\n'))).toEqual({
    rows: [{ a: 1 }, { a: 2 }],
    closed: true,
    mark: undefined,
  });
});

test("readRows() returns nothing for a body that is not an array, or for an array that was never closed", () => {
  expect(readRows(answer('{"rows":[]}'))).toBeUndefined();
  expect(readRows(answer('[{"a":1}'))).toBeUndefined();
  expect(readRows(answer("a,b\r\n1,2"))).toBeUndefined();
});

test("readRows() returns the complete elements of an array that was cut", () => {
  const text = '[{"a":"],\\"[{"},{"b":[1,2]},{"c":';
  expect(readRows(answer(text, "left"))).toEqual({
    rows: [{ a: '],"[{' }, { b: [1, 2] }],
    closed: false,
    mark: undefined,
  });
  expect(readRows(answer("[", "cut"))).toEqual({ rows: [], closed: false, mark: undefined });
});

test("readRows() distinguishes the mark of a failure from rows, and reports whether it is last", () => {
  const mark = '{"__streamError":{"message":"x","code":503}}';
  expect(readRows(answer(`[{"a":1},${mark}]`))).toMatchObject({ rows: [{ a: 1 }], mark: { last: true } });
  expect(readRows(answer(`[${mark},{"a":1}]`))).toMatchObject({ rows: [{ a: 1 }], mark: { last: false } });
});

test("readCsv() reads quotes, commas and line ends inside cells", () => {
  expect(readCsv('a,b\r\n"1, ""x""","2\r\n3"\r\n,\r\n')).toEqual([
    ["a", "b"],
    ['1, "x"', "2\r\n3"],
    ["", ""],
  ]);
  expect(readCsv("a,b\n1,2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});
