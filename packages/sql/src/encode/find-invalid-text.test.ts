import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { findInvalidText } from "./find-invalid-text.js";

const columns = ["id", "näme", "list"];
const latin1 = Buffer.from([0x5a, 0x6f, 0xeb]);

function bytes(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

describe("findInvalidText()", () => {
  it.each([",\n", "\n", ","])("finds the row and column of JSON rows joined by %j", (separator) => {
    const first = '{"id":1,"näme":"a \\"}, é","list":["{",{"id":2}]}';
    const rows = bytes(first, separator, first, separator, '{"id":3,"näme":"', latin1, '","list":[]}');
    expect(findInvalidText(rows, { format: "json", columns })).toEqual({ row: 2, column: "näme" });
    const nested = bytes(first, separator, '{"id":3,"näme":"","list":["x","', latin1, '"]}');
    expect(findInvalidText(nested, { format: "json", columns })).toEqual({ row: 1, column: "list" });
  });

  it.each(["\r\n", "\n"])("finds the row and column of lines of CSV that end in %j", (separator) => {
    const rows = bytes('1,"a, ""b""\n é",x', separator, "2,", latin1, ",y");
    expect(findInvalidText(rows, { format: "csv", columns })).toEqual({ row: 1, column: "näme" });
  });
});
