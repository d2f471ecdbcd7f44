import { Buffer } from "node:buffer";
import { RowServer } from "@wellhead/testing/http/row-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { countPlainRows } from "./plain-rows.js";

const count = (text: string) => countPlainRows(Buffer.from(text));

describe("countPlainRows()", () => {
  test.each([
    ['{"a":1}\n', 1],
    ['{"a":1}\r\n{ "b" : [ true , false , null , {} ] }\n', 2],
    ['{"a":"x,}]\\"\\\\","b":-12.5,"c":0.001,"d":123456789012345}\n', 1],
    ['{"a":"NaN 1e5 -0 12345678901234567890 \\u00e9 é"}\n', 1],
    ['{"a":"__streamError"}\n{"b":1,"__streamError":{}}\n', 2],
    ["", 0],
  ])("counts the rows of %j", (text, rows) => {
    expect(count(text)).toBe(rows);
  });

  test.each([
    '{"__streamError":{"message":"x"}}\n',
    '{ \t"__streamError":{"message":"x"}}\n',
    '{"\\u005f_streamError":{"message":"x"}}\n',
    '{"_\\u005fstreamError":{"message":"x"}}\n',
    '{"__stream\\u0045rror":{"message":"x"}}\n',
    '{"a":1}\n{"__streamError":1}\n',
    '{"a":fa\n',
    '{"a":1}\n\n',
    " {}\n",
    "null\n",
    "[1]\n",
    "1\n",
    '{"a":1}',
    '{"a":1,}\n',
    '{"a":[1,]}\n',
    '{"a":[1, ]}\n',
    '{"a":NaN}\n',
    '{"a":nan}\n',
    '{"a":Infinity}\n',
    '{"a":-Infinity}\n',
    '{"a":inf}\n',
    '{"a":1e5}\n',
    '{"a":1E5}\n',
    '{"a":-0}\n',
    '{"a":-0.00}\n',
    '{"a":[ -0]}\n',
    '{"a":0.00001}\n',
    '{"a":-0.00001}\n',
    '{"a":1234567890123456}\n',
    '{"a":1.23456789012345}\n',
    '{"a":"\\ud83d"}\n',
    '{"a":"\\uD83D\\uDE00"}\n',
    '{"a":"x\ty"}\n',
    '{"a":"x\n',
    "{'a':1}\n",
    '{"a":1}//\n',
    '{"a":+1}\n',
  ])("leaves %j to the client", (text) => {
    expect(count(text)).toBeUndefined();
  });
});

describe("load()", () => {
  const server = new RowServer();
  let results: Results;
  let tables = 0;

  beforeAll(async () => {
    await server.start();
    results = await Results.open();
  });
  afterAll(async () => {
    await results.close();
    await server.stop();
  });

  const load = async (body: string | Buffer) => {
    tables += 1;
    const reading = await server.read((response) => {
      response.setHeader("content-type", "application/x-ndjson").end(body);
    });
    const { rowCount, incomplete, table } = await results.load(reading, { schema: "t", name: `t${tables}` });
    const rows: string[] = [];
    for await (const batch of table.rows()) rows.push(...batch);
    return { rowCount, ending: incomplete?.ending, rows };
  };
  const good = '{"a":1}\n{"a":2}\n';

  test.each([
    ["a row that breaks off", `${good}{"a":`],
    ["a nested row that breaks off", `${good}{"a":{"b":1}\n`],
    ["two rows on a line", `${good}{"a":3}{"a":4}\n`],
    ["a number that is none", `${good}{"a":1.2.3}\n{"a":4}\n`],
    ["a word that is none", `${good}{"a":truth}\n`],
    ["a missing colon", `${good}{"a" 3}\n`],
    ["an unknown escape", `${good}{"a":"\\x"}\n`],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from(`${good}{"a":"`), Buffer.of(0xc3, 0x28), Buffer.from('"}\n')]),
    ],
    [
      "an overlong encoding",
      Buffer.concat([Buffer.from(`${good}{"a":"`), Buffer.of(0xc0, 0x80), Buffer.from('"}\n')]),
    ],
    ["NaN", `${good}{"a":NaN}\n`],
  ])("reports %s as a cut, and keeps the rows before it", async (_name, body) => {
    const loaded = await load(body);
    expect(loaded.ending).toBe("cut");
    // Bytes that are not UTF-8 may also discard the other rows of their chunk.
    expect(["", '{"a":1},{"a":2}']).toContain(loaded.rows.join());
    expect(loaded.rowCount).toBe(loaded.rows.length);
  });

  test("takes the last of members with the same name, a mark as a mark, and a last line without its end", async () => {
    expect(await load(`${good}{"a":3,"a":4}\n`)).toEqual({
      rowCount: 3,
      ending: undefined,
      rows: ['{"a":1}', '{"a":2}', '{"a":4}'],
    });
    expect(await load(`${good}{"__streamError":{"message":"x","code":502}}\n`)).toEqual({
      rowCount: 2,
      ending: "marked",
      rows: ['{"a":1}', '{"a":2}'],
    });
    expect((await load(`${good}{"a":3}`)).rows).toEqual(['{"a":1}', '{"a":2}', '{"a":3}']);
    expect((await load(`\uFEFF${good}`)).rows).toHaveLength(2);
    expect((await load("")).rows).toEqual([]);
  });
});
