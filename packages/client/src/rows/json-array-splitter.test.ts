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
