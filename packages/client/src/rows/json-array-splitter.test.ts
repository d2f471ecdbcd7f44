import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { JsonArraySplitter } from "./json-array-splitter.js";

const tokens = ["[", "]", ",", "{}", '{"a":[1,"]"]}', " ", "1", "{"];

/** Every text of up to so many tokens. */
function* texts(length: number): Generator<string> {
  yield "";
  if (length === 0) return;
  for (const rest of texts(length - 1)) for (const token of tokens) yield token + rest;
}

/** The rows as JavaScript reads them; `undefined` for a text that is not an array of objects. */
function rowsOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isRow = (item: unknown): boolean =>
      typeof item === "object" && item !== null && !Array.isArray(item);
    return Array.isArray(value) && value.every(isRow) ? value : undefined;
  } catch {
    return undefined;
  }
}

function split(text: string): readonly unknown[] | undefined {
  const splitter = new JsonArraySplitter();
  const rows: string[] = [];
  try {
    for (const character of text) splitter.push(character, rows);
    splitter.end();
    return rows.map((row): unknown => JSON.parse(row));
  } catch {
    return undefined;
  }
}

test("a text is an array of rows exactly if JavaScript reads it as one, with the same rows", () => {
  const different = [...new Set(texts(4))].filter(
    (text) => JSON.stringify(split(text)) !== JSON.stringify(rowsOf(text)),
  );
  expect(different).toEqual([]);
});

test("rows are the same however their text is cut, with escapes at any cut", () => {
  const text = String.raw`[{"a":"\\","b":"\"}]"},{"c":["\\\"",{"d":"\u0041\\\\"}]}]`;
  for (let first = 0; first <= text.length; first += 1)
    for (let second = first; second <= text.length; second += 1) {
      const splitter = new JsonArraySplitter();
      const rows: string[] = [];
      for (const piece of [text.slice(0, first), text.slice(first, second), text.slice(second)])
        splitter.push(piece, rows);
      splitter.end();
      expect(`[${rows.join(",")}]`).toBe(text);
    }
});

test.each([
  ["", "expected a JSON array, got nothing"],
  [" \t\n\v\f\r ", "expected a JSON array, got nothing"],
  ["[", "the array was never closed"],
  ["[{}", "the array was never closed"],
  ["[{},", "the array was never closed"],
  ['[{"a":1', "the stream ended inside a row"],
  ['[{"a":"', "the stream ended inside a row"],
  ["x", 'expected a JSON array, got "x…"'],
  ["[1]", 'expected an object as a row, got "1]…"'],
  ["[{},]", 'expected an object as a row, got "]…"'],
  ["[{}{}]", 'expected "," or "]" after a row, got "{}]…"'],
  ["[]]", 'expected nothing after "]", got "]…"'],
  ["[\u0001{}]", 'expected an object as a row, got "\u0001{}]…"'],
  ["[\u000e{}]", 'expected an object as a row, got "\u000e{}]…"'],
  [`[${"x".repeat(99)}`, `expected an object as a row, got "${"x".repeat(40)}…"`],
])("%j is refused with its reason", (text, message) => {
  const splitter = new JsonArraySplitter();
  expect(() => {
    splitter.push(text, []);
    splitter.end();
  }).toThrow(message);
});

test.runIf(isLong)("rows have up to 64 Mi characters", () => {
  const push = (text: string) => new JsonArraySplitter().push(text, []);
  const longest = `[{"a":"${"x".repeat(64 * 1024 * 1024 - 6)}`;
  expect(() => push(longest)).not.toThrow();
  expect(() => push(`${longest}x`)).toThrow("a row is longer than 67108864 characters");
});
