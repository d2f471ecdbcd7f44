import type { ArrowField, ArrowType } from "@wellhead/contract/vocabulary";
import { expect, test } from "vitest";
import { ArrowRows } from "./arrow-rows.js";
import { skipSpace, visitItems, visitMembers } from "./exact/scan-json.js";

const text: ArrowType = { kind: "text" };
const list = (item: ArrowType): ArrowType => ({ kind: "list", item });
const double: ArrowType = { kind: "float", bits: 64 };
const fields: readonly ArrowField[] = [
  { name: "lists", type: list(list(text)) },
  {
    name: "object",
    type: {
      kind: "struct",
      fields: [
        { name: "m", type: { kind: "int", bits: 32, signed: true } },
        { name: 'n"]', type: list(text) },
      ],
    },
  },
  { name: "map", type: { kind: "map", value: double } },
  { name: "number", type: double },
  { name: "flag", type: { kind: "bool" } },
  { name: "text", type: text },
];

const rows: readonly Readonly<Record<string, unknown>>[] = [
  {
    lists: [["x]", '}\\"', ",", "{"], [], null, ["\\"]],
    object: { m: -1, 'n"]': ["[", ":"] },
    map: { "k:[": 1.5, '"': null },
    number: -12.5,
    flag: false,
    text: "a\\",
  },
  { lists: [], object: {}, map: {}, number: 0, flag: true, text: "" },
  { lists: [[]], object: { 'n"]': [] }, map: null, number: 1e21, flag: null, text: "}" },
  {},
];

function written(append: (rows: ArrowRows) => void): Uint8Array {
  const all = new ArrowRows(fields);
  append(all);
  return all.take();
}

test.each([
  ["between rows only", undefined, "\n"],
  ["nowhere", undefined, ""],
  ["before each value", 1, " "],
  ["in lines of tabs", "\t", "\r\n\t "],
])("rows of JSON are those of objects, with white space %s", (_where, indent, between) => {
  const lines = rows.map((row) => JSON.stringify(row, null, indent)).join(between);
  const bytes = written((all) => all.appendLines(Buffer.from(`${between}${lines}${between}`)));
  expect(bytes).toEqual(written((all) => all.append(rows)));
});

test("visitItems() and visitMembers() find the bytes of each value, and nothing after the end", () => {
  const items = '  [ 1 ,"a]\\"" ,[ 2,[]] , {"b":[1]},true,null ] , 7';
  const source = Buffer.from(items);
  const found: string[] = [];
  visitItems(source, skipSpace(source, 0), (start, end) => found.push(items.slice(start, end)));
  expect(found).toEqual(["1", '"a]\\""', "[ 2,[]]", '{"b":[1]}', "true", "null"]);

  const members = '{ "a" : 1 , "b\\"":"}" ,"c":{"d":{}}, "e" : [ ] } {"f":1}';
  const named: string[] = [];
  const bytes = Buffer.from(members);
  const end = visitMembers(bytes, 0, ({ nameStart, nameEnd, start, end: to }) =>
    named.push(`${members.slice(nameStart, nameEnd)}=${members.slice(start, to)}`),
  );
  expect(named).toEqual(['"a"=1', '"b\\""="}"', '"c"={"d":{}}', '"e"=[ ]']);
  expect(members.slice(end)).toBe(' {"f":1}');
  for (const empty of ["[]", "[ ]"]) {
    const nothing = Buffer.from(empty);
    visitItems(nothing, 0, () => expect.unreachable());
  }
  expect(visitMembers(Buffer.from("{ }x"), 0, () => expect.unreachable())).toBe(3);
});
