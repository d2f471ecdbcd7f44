import { expect, test } from "vitest";
import { readCsvHeader } from "./csv-header.js";

test.each([
  ["a,b\n", { delimiter: ",", names: ["a", "b"], hasMore: false }],
  ["a;b,c;d\r\nx", { delimiter: ";", names: ["a", "b,c", "d"], hasMore: true }],
  ["a\tb\n\n\r", { delimiter: "\t", names: ["a", "b"], hasMore: false }],
  ["a;b\n1,2,3;4", { delimiter: ";", names: ["a", "b"], hasMore: true }],
  ["a|b\n", { delimiter: "|", names: ["a", "b"], hasMore: false }],
  ["a\n", { delimiter: ",", names: ["a"], hasMore: false }],
  ['"a;b;c",d\n', { delimiter: ",", names: ["a;b;c", "d"], hasMore: false }],
  ['"a\nb","say ""x"""\n', { delimiter: ",", names: ["a\nb", 'say "x"'], hasMore: false }],
  // Quotes that do not enclose a name are part of it.
  ['a"b",c"d\n', undefined],
  ['x"a",b\n', { delimiter: ",", names: ['x"a"', "b"], hasMore: false }],
  ['"a"x,b\n', { delimiter: ",", names: ['"a"x', "b"], hasMore: false }],
  ["a,b", undefined],
  ['a,"b\n', undefined],
])("readCsvHeader() of the start %j is %j", (text, header) => {
  expect(readCsvHeader(text, false)).toEqual(header);
});

test("readCsvHeader() of a whole body needs no line end", () => {
  expect(readCsvHeader("a,b", true)).toEqual({ delimiter: ",", names: ["a", "b"], hasMore: false });
});
