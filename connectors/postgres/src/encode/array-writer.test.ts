import { Buffer } from "node:buffer";
import { ByteWriter, writeJsonNumber, writeJsonText } from "@wellhead/rows";
import { array, assert, constant, oneof, property, string } from "fast-check";
import { expect, it } from "vitest";
import { arrayLiteral } from "../dialect/array-literal.js";
import { arrayWriter } from "./array-writer.js";

function written(literal: string, element = writeJsonText, delimiter = ","): string {
  const source = Buffer.from(literal);
  const target = new ByteWriter(source.length * 6 + 16);
  target.read(source);
  arrayWriter(element, delimiter)(target, 0, source.length);
  return target.take(0).toString();
}

it("`arrayWriter()` reads back what `arrayLiteral()` writes", () => {
  const element = oneof(string({ unit: "grapheme" }), constant("NULL"), constant(null), constant('a"\\{},'));
  assert(
    property(array(element), (values) => {
      expect(JSON.parse(written(arrayLiteral(values)))).toEqual(values);
    }),
  );
});

it.each([
  ["{}", "[]"],
  ["{1,NULL,-3}", "[1,null,-3]"],
  ["{9007199254740993,NaN}", "[9007199254740993,null]"],
  ["{{1,2},{3,4}}", "[[1,2],[3,4]]"],
  ["[2:3]={1,2}", "[1,2]"],
  ["[0:0][1:2]={{1,2}}", "[[1,2]]"],
])("`arrayWriter()` writes %s as %s", (literal, json) => {
  expect(written(literal, writeJsonNumber)).toBe(json);
});

it("`arrayWriter()` keeps NUXL, null in lower case and quoted NULL apart from NULL", () => {
  expect(written('{NUXL,null,"NULL",NULL}')).toBe('["NUXL","null","NULL",null]');
});

it.each(["", "{", "{1", "}", "1,2", "{1}}", "{1}x", '{"a', "[1:2]", '{"a\\'])(
  "`arrayWriter()` writes %s, which is no array, as text",
  (text) => {
    expect(JSON.parse(written(text))).toBe(text);
  },
);

it.each([
  [String.raw`{"a\"b\\c","\x"}`, ['a"b\\c', "x"]],
  ['{"line\nend","\u0001\\""}', ["line\nend", '\u0001"']],
])("`arrayWriter()` reads the text of %s", (literal, texts) => {
  expect(JSON.parse(written(literal))).toEqual(texts);
});

it("`arrayWriter()` takes the delimiter of the type", () => {
  expect(written("{(1,1),(0,0);(2,2),(1,1)}", writeJsonText, ";")).toBe('["(1,1),(0,0)","(2,2),(1,1)"]');
});
