import { Buffer } from "node:buffer";
import { ByteWriter } from "@wellhead/rows";
import { expect, it } from "vitest";
import type { ValueKind } from "./value-kind.js";
import { writersOf } from "./writers.js";

const text: ValueKind = { kind: "text" };
const pair: ValueKind = {
  kind: "composite",
  fields: [
    ["a", text],
    ["b", text],
  ],
};

/** Values in PostgreSQL's text format, and the expected JSON. A value that does not match the format becomes text. */
const forms: ReadonlyArray<readonly [kind: ValueKind, form: string, json: unknown]> = [
  [pair, '(x,"y""z")', { a: "x", b: 'y"z' }],
  [pair, '("",)', { a: "", b: null }],
  [pair, "(x,y", "(x,y"],
  [pair, "(x)", "(x)"],
  [pair, "(x,y,z)", "(x,y,z)"],
  [pair, '(x,"y', '(x,"y'],
  [{ kind: "range", bound: text }, '["a","b"', '["a","b"'],
  [{ kind: "range", bound: text }, "empty", { lower: null, upper: null, bounds: "empty" }],
  [{ kind: "range", bound: text }, "empt", "empt"],
  [{ kind: "multirange", bound: text }, "{[a,b)", "{[a,b)"],
  [{ kind: "hstore" }, '"a"=>"b\\""', { a: 'b"' }],
  [{ kind: "hstore" }, '"a"=>NULL', { a: null }],
  [{ kind: "hstore" }, '"a"=', '"a"='],
  [{ kind: "hstore" }, '"a"=>NUL', '"a"=>NUL'],
  [{ kind: "vector" }, "[1,2]", [1, 2]],
  [{ kind: "vector" }, "[1,2", "[1,2"],
  [
    { kind: "array", element: { kind: "hstore" }, delimiter: "," },
    '{"\\"a\\"=>\\"\\\\\\"\\""}',
    [{ a: '"' }],
  ],
];

it.each(forms)("`writersOf()` of %j reads %s, whatever is around it", (kind, form, json) => {
  for (const around of ["", '"', '""', ",", ")", "]", "}", ">", "L", "y", "\\", '"=>"']) {
    const { json: write, expansion = 6 } = writersOf(kind);
    const source = Buffer.from(`${around}${form}${around}`);
    const target = new ByteWriter(source.length * expansion + 64);
    target.read(source);
    const start = Buffer.byteLength(around);
    // The buffer for unescaped elements still contains the previous content.
    for (let round = 0; round < 2; round += 1) {
      target.length = 0;
      write(target, start, start + Buffer.byteLength(form));
      expect(JSON.parse(target.bytes.toString("utf8", 0, target.length)), around).toEqual(json);
    }
  }
});
