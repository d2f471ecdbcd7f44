import { Buffer } from "node:buffer";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { RowScanner } from "./row-scanner.js";

const count = (text: string) =>
  new RowScanner({ declared: [], names: undefined }).scan(Buffer.from(text))?.rows;

describe("scan()", () => {
  test.each([
    ['{"a":1}\n', 1],
    ['{"a":1}\r\n{ "b" : [ true , false , null , {} ] }\n', 2],
    ['{"a":"x,}]\\"\\\\","b":-12.5,"c":0.001,"d":123456789012345}\n', 1],
    ['{"a":"NaN 1e5 -0 12345678901234567890 \\u00e9 é"}\n', 1],
    ['{"a":"__streamError"}\n{"b":1,"__streamError":{}}\n', 2],
    ['{"a":"\\uD83D\\uDE00","b":1.23456789012345}\n', 1],
    [
      '{"a":1}\n{"b":2,"a":1}\n{}\n{ "a" :1}\n{"a": 1 , "b":2}\n{"b":1,"\\u0061":1}\n{"a":[[],{},[{"b":[]}]]}\n',
      7,
    ],
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
    '{"a":1.234567890123456}\n',
    '{"a":01}\n',
    '{"a":-}\n',
    '{"a":1.}\n',
    '{"a":[1 2]}\n',
    '{"a":{"b" 1}}\n',
    '{"a":{"b":1],"c":2}\n',
    '{"a":{,}}\n',
    '{"a":{"b":1,}}\n',
    '{"a":[}\n',
    '{"a":1 "b":2}\n',
    '{"a":1,,"b":2}\n',
    '{,"a":1}\n',
    '{"a":tru}\n',
    '{"a":nul }\n',
    '{"a":"\\x"}\n',
    '{"a":"\\u12g4"}\n',
    '{"a":"\\uD83D\\u0041"}\n',
    '{"a":"\\uDE00\\uD83D"}\n',
    '{"a":1,"a":2}\n',
    '{"a":1,"\\u0061":2}\n',
    '{"a":1}{"a":2}\n',
    "{a:1}\n",
    '{"a":}\n',
    '{"a"}\n',
    '{"a":"\\ud83d"}\n',
    '{"a":"x\ty"}\n',
    '{"a":"x\n',
    "{'a':1}\n",
    '{"a":1}//\n',
    '{"a":+1}\n',
  ])("leaves %j to the client", (text) => {
    expect(count(text)).toBeUndefined();
  });
});

describe("scan() of random rows", () => {
  const literals = ["1", "-0.5", "12.25", "0.0001", "123456789012345", "true", "null", '""', '"2026-01-31"'];
  const value = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...literals),
      fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => JSON.stringify(text)),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" , ")}]`),
      fc
        .array(tie("value"), { maxLength: 2 })
        .map((items) => `{${items.map((item, at) => `"${at}": ${item}`)}}`),
    ),
  })).value;
  const row = fc
    .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "Ünï", "c d", 'q"', "long name"), value), {
      selector: ([key]) => key,
    })
    .map((members) => `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`);
  const table = fc.array(row, { minLength: 1, maxLength: 4 });
  const parse = (text: string): readonly unknown[] =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));
  const write = (rows: readonly string[]) => Buffer.from(rows.map((line) => `${line}\n`).join(""));
  const seed = 20_261_123;

  test("keeps the members that are loaded, unchanged", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const scanner = new RowScanner({ declared: [{ key: "b", declared: "" }], names: new Set(["ünï"]) });
        const found = scanner.scan(write(rows));
        if (found === undefined) return;
        const kept = parse(write(rows).toString()).map((one) =>
          Object.fromEntries(Object.entries(Object(one)).filter(([key]) => key === "b" || key === "Ünï")),
        );
        expect(parse(Buffer.from(found.lines).toString())).toStrictEqual(kept);
      }),
      { seed, numRuns: countRuns(300) },
    );
  });

  test("never accepts bytes that are not JSON, whichever byte was changed", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        table,
        fc.nat(),
        fc.constantFrom(...Buffer.from('"\\,:{}[] \t\r01.-eEtfnu/x_\u0007')),
        (rows, at, byte) => {
          const bytes = write(rows);
          bytes[at % bytes.length] = byte;
          const found = new RowScanner({ declared: [], names: undefined }).scan(bytes);
          if (found === undefined) return;
          accepted += 1;
          const objects = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
          expect(objects).toHaveLength(found.rows);
          expect(objects.every((one) => typeof one === "object" && !Array.isArray(one))).toBe(true);
        },
      ),
      { seed, numRuns: countRuns(2000) },
    );
    expect(accepted).toBeGreaterThan(countRuns(100));
  });
});

describe("load()", () => {
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
