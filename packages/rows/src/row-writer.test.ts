import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import {
  type CaseColumn,
  type CaseFormat,
  describeRowCases,
  type RowCase,
  type RowCaseKind,
  rowCases,
} from "@wellhead/test-support";
import { describe, expect, it } from "vitest";
import {
  inQuotes,
  quoteIfEmpty,
  RowWriter,
  type WrittenColumn,
  writeBoolean,
  writeCsvNumber,
  writeCsvText,
  writeCsvTimestamp,
  writeHexAsBase64,
  writeJsonNumber,
  writeJsonText,
  writeJsonTimestamp,
  writeJsonValue,
} from "./index.js";

const number = { json: writeJsonNumber, csv: writeCsvNumber };
const text = { json: writeJsonText, csv: writeCsvText };
const writers: Readonly<Record<RowCaseKind, Omit<WrittenColumn, "name">>> = {
  text,
  integer: number,
  decimal: number,
  double: number,
  boolean: { json: writeBoolean, csv: writeBoolean },
  bytes: { json: inQuotes(writeHexAsBase64), csv: quoteIfEmpty(writeHexAsBase64) },
  day: text,
  instant: { json: writeJsonTimestamp, csv: writeCsvTimestamp },
  json: { json: writeJsonValue, csv: writeCsvText },
  null: text,
};

/** Returns a value as PostgreSQL sends it. */
function sentText({ kind, text: value }: RowCase): string {
  if (kind === "bytes") return `\\x${value}`;
  return kind === "instant" ? value.replace("T", " ").replace("Z", "+00") : value;
}

function write(columns: readonly CaseColumn[], format: CaseFormat): string {
  const written = columns.map(({ name, values }) => ({ name, ...writers[values[0]?.kind ?? "text"] }));
  const writer = new RowWriter(written, format, 64);
  for (let row = 0; row < (columns[0]?.values.length ?? 0); row += 1) {
    const cells = columns.map(({ values }) => values[row]);
    const bytes = cells.map((cell) => Buffer.from(cell === undefined ? "" : sentText(cell)));
    const source = Buffer.concat(bytes);
    writer.begin(source.length);
    writer.target.read(source);
    let at = 0;
    for (const [column, { length }] of bytes.entries()) {
      if (cells[column]?.kind === "null") writer.empty(column);
      else writer.cell(column, at, at + length);
      at += length;
    }
    writer.end();
  }
  return writer.take().bytes.toString();
}

describeRowCases("`RowWriter`", {
  write,
  lacks: ({ kind, text: value }) =>
    kind === "instant" && /^[+-]/.test(value) ? "databases write such years in other forms" : undefined,
});

describe("`RowWriter`", () => {
  it.each([
    [0, 0],
    [1, 1],
    [60, 60],
    [3000, 3000],
    [1, 3000],
    [3000, 1],
  ])("has room for a name of %i characters and a value of %i that grows", (nameLength, length) => {
    const name = "n".repeat(nameLength);
    for (const value of [
      "\u0001".repeat(length),
      '"'.repeat(length),
      `=${"\u0001".repeat(length)}, ends plainly`,
    ]) {
      const cells = { json: "", csv: "", escaped: "" };
      const columns = [{ name, values: [{ name: "", kind: "text", text: value, ...cells } as const] }];
      expect(write(columns, { format: "json", separator: "\n", formulaEscape: false })).toBe(
        JSON.stringify({ [name]: value }),
      );
      const cell = write(columns, { format: "csv", separator: "\r\n", formulaEscape: true });
      const escaped = value.startsWith("=") ? `'${value}` : value;
      expect(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).toBe(escaped);
    }
  });

  it("writes text that another reader of JSON and CSV reads back", () => {
    const values = rowCases.filter(({ kind }) => kind === "text");
    const column = { name: "v", values };
    const lines = write([column], { format: "csv", separator: "\r\n", formulaEscape: false });
    const rows = write([column], { format: "json", separator: "\n", formulaEscape: false });
    const program =
      "import csv,io,json,sys\n" +
      "given=json.load(sys.stdin)\n" +
      "cells=[row[0] for row in csv.reader(io.StringIO(given['csv'],newline=''),strict=True)]\n" +
      "members=[json.loads(line)['v'] for line in given['json'].split('\\n')]\n" +
      "json.dump([cells,members],sys.stdout)\n";
    const read: unknown = JSON.parse(
      execFileSync("python3", ["-c", program], {
        input: JSON.stringify({ csv: lines, json: rows }),
        encoding: "utf8",
      }),
    );
    const texts = values.map((value) => value.text);
    expect(read).toEqual([texts, texts]);
  });
});
