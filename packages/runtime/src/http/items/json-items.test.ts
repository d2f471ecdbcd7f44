import { memberAt } from "@wellhead/sdk";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { array, assert, constantFrom, integer, jsonValue, property, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../read-body.js";
import { JsonItems, type JsonItemsOptions } from "./json-items.js";

const usual = { path: "", bytes: 1000, depth: 50 };

/** Reads a text that arrives in pieces; returns its items, or the code and message of the fault. */
function read(
  text: string | Uint8Array,
  options: Partial<JsonItemsOptions> = {},
  cuts: readonly number[] = [],
) {
  const reader = new JsonItems({ ...usual, ...options });
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const items: unknown[] = [];
  try {
    for (const [index, place] of places.entries())
      items.push(...reader.push(bytes.subarray(place, places[index + 1])));
    const { body } = reader.end();
    return { items, body };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the items as read from the whole text, or that there is a fault. */
function readWhole(text: string, path: string) {
  try {
    const items = memberAt(parseJson(Buffer.from(text), 50), path);
    return Array.isArray(items) ? { items } : { fault: "no items" };
  } catch {
    return { fault: "no JSON" };
  }
}

describe("JsonItems", () => {
  it.each([
    ["[]", "", [], []],
    [" [ 1 , 2 ] ", "", [1, 2], []],
    [
      '{"a":[1],"items":[{"x":[1]},"],[",null],"n":2}',
      "items",
      [{ x: [1] }, "],[", null],
      { a: [1], items: [], n: 2 },
    ],
    ['{"data":{"items":[1]},"items":[2]}', "data.items", [1], { data: { items: [] }, items: [2] }],
    ['{"other":{"items":[2]},"items":[1]}', "items", [1], { other: { items: [2] }, items: [] }],
    ['{"it\\u0065ms":["\\"\\\\"]}', "items", ['"\\'], { items: [] }],
    ['[[0],{"rows":[9007199254740993,1e400]}]', "1.rows", ["9007199254740993", "1e400"], [[0], { rows: [] }]],
    ['{"a.b":{"c":[1]},"a":{"x":[2]}}', "a.b.c", [1], { "a.b": { c: [] }, a: { x: [2] } }],
    ['{"a":{"b.c":[1]},"a.b":{}}', "a.b.c", [1], { a: { "b.c": [] }, "a.b": {} }],
    ['{"d/e":{"m~n":[1]}}', "/d~1e/m~0n", [1], { "d/e": { "m~n": [] } }],
    ['[{"rows":[0]},{"rows":[1]}]', "/1/rows", [1], [{ rows: [0] }, { rows: [] }]],
    ["\uFEFF[1]", "", [1], []],
  ])("reads %s at %j", (text, path, items, body) => {
    expect(read(text, { path })).toEqual({ items, body });
    const everywhere = Array.from({ length: text.length * 2 }, (_, index) => index);
    expect(read(text, { path }, everywhere)).toEqual({ items, body });
  });

  it.each([
    "",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[,]",
    "[1}",
    "[1]]",
    "[1] x",
    "[1][2]",
    "[1 2]",
    "[{]}]",
    '["a]',
    "[01]",
    "[1]\u0000",
    "{",
    '{"a":[1]',
    "<html>",
    "[NaN]",
  ])("takes %j for broken", (text) => {
    expect(read(text)).toEqual({ fault: expect.stringMatching(/^Could not read the response: /) as string });
  });

  it("takes no bytes that are not UTF-8, and no mark in the middle", () => {
    expect(read(Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')]))).toHaveProperty(
      "fault",
    );
    expect(read(Buffer.from("[1]", "utf16le"))).toHaveProperty("fault");
    expect(read("[1,\uFEFF2]")).toHaveProperty("fault");
  });

  it("refuses an array that occurs twice", () => {
    expect(read('{"items":[1],"items":[2]}', { path: "items" })).toEqual({
      fault: 'Could not read the response: it has "items" twice.',
    });
    expect(read('{"a":{"items":[1]},"a":{"items":[2]}}', { path: "a.items" })).toHaveProperty("fault");
  });

  it("limits the size of an item, of the text around the items, and the nesting, but not of the response", () => {
    const long = "x".repeat(30);
    const bounds = { bytes: 40, depth: 3, path: "items" };
    const many = Array.from({ length: 100 }, () => long);
    expect(read(JSON.stringify({ items: many }), bounds)).toMatchObject({ items: many });
    expect(read(JSON.stringify({ items: [long + long] }), bounds, [15, 65])).toEqual({
      fault: "Could not read the response: it has more than 40 bytes in one item.",
    });
    expect(read(JSON.stringify({ items: [], rest: long }), bounds)).toEqual({
      fault: "Could not read the response: it has more than 40 bytes around the items.",
    });
    expect(read('{"items":[[1]]}', bounds)).toMatchObject({ items: [[1]] });
    const tooDeep = { fault: "Could not read the response: expected at most 3 levels of JSON, got more." };
    expect(read('{"items":[[[1]]]}', bounds)).toEqual(tooDeep);
    expect(read('{"x":{"y":{"z":{}}}}', bounds)).toEqual(tooDeep);
  });

  it("bounds every item at every cut: the middle one, the last one, one that a single chunk holds", () => {
    const limits = { min: 20, max: 40 };
    const sizes = array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    const cuts = array(integer({ min: 0, max: 500 }), { maxLength: 8 });
    assert(
      property(
        integer(limits),
        sizes,
        constantFrom("x", "ä", "\u{1f600}"),
        cuts,
        (bytes, counts, sign, at) => {
          // Items of the given sizes, quotes included; the brackets around them are within every limit.
          const items = counts.map((size) => sign.repeat(Math.ceil(size / Buffer.byteLength(sign))));
          const longest = Math.max(...items.map((item) => Buffer.byteLength(item) + 2));
          const found = read(JSON.stringify(items), { bytes }, at);
          const fault = `Could not read the response: it has more than ${bytes} bytes in one item.`;
          expect(found).toEqual(longest > bytes ? { fault } : { items, body: [] });
        },
      ),
      { numRuns: countRuns(500) },
    );
  });

  it("bounds what is around the items at every cut", () => {
    const length = integer({ min: 0, max: 40 });
    const cuts = array(integer({ min: 0, max: 200 }), { maxLength: 8 });
    assert(
      property(length, length, cuts, (before, after, at) => {
        const text = `{"b":"${"x".repeat(before)}","items":[1,2],"a":"${"x".repeat(after)}"}`;
        const around = text.length - "1,2".length;
        const found = read(text, { bytes: 60, path: "items" }, at);
        const fault = "Could not read the response: it has more than 60 bytes around the items.";
        expect(found).toMatchObject(around > 60 ? { fault } : { items: [1, 2] });
      }),
      { numRuns: countRuns(300) },
    );
  });

  it("reads what JSON.parse reads, wherever the pieces end", () => {
    const cuts = array(integer({ min: 0, max: 500 }), { maxLength: 6 });
    const names = constantFrom("items", "a", "", "0", "ä\u2028");
    assert(
      property(
        tuple(array(jsonValue({ maxDepth: 4 })), names, jsonValue(), cuts),
        ([items, name, other, at]) => {
          const text = JSON.stringify({ before: other, a: { [name]: items }, after: other }, undefined, 1);
          const whole = readWhole(text, `a.${name}`);
          expect(read(text, { path: `a.${name}`, bytes: 100_000 }, at)).toMatchObject(whole);
        },
      ),
      { numRuns: countRuns(500) },
    );
  });

  it("fails exactly when JSON.parse fails, whatever the text", () => {
    const signs = constantFrom(...Array.from('[]{}",,:\\1e- a'), '"a":', '"a":[', "[1,", "{}");
    assert(
      property(
        constantFrom("", "a", "0", "a.a"),
        string({ unit: signs }),
        array(integer({ min: 0, max: 50 }), { maxLength: 3 }),
        (path, text, at) => {
          for (const tried of [text, `[${text}]`, `{"a":[${text}]}`, `[[${text}]]`]) {
            const found = read(tried, { path }, at);
            if ("fault" in found && found.fault?.includes("twice")) continue;
            const whole = readWhole(tried, path);
            const items =
              "fault" in found || !Array.isArray(memberAt(found.body, path)) ? undefined : found.items;
            expect(items).toEqual("fault" in whole ? undefined : whole.items);
          }
        },
      ),
      { numRuns: countRuns(5000) },
    );
  });
});
