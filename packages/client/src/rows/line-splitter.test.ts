import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { endedLines, LineSplitter } from "./line-splitter.js";

/** The rows of a body, and its fault. */
function split(type: string, ...pieces: readonly string[]): { rows: string[]; fault: unknown } {
  const rows: string[] = [];
  try {
    const splitter = new LineSplitter(type);
    for (const piece of pieces) splitter.push(piece, rows);
    splitter.end(rows);
    return { rows, fault: undefined };
  } catch (error) {
    return { rows, fault: error instanceof Error ? error.message : error };
  }
}

test("each line is a row, without white space around it, and the last needs no line feed", () => {
  const rows = ['{"a":1}', '{"b":2}'];
  for (const body of ['{"a":1}\n{"b":2}', '\n {"a":1} \r\n\r\n\t{"b":2}\n', '{"a":1}\n{"b":2}\n\n'])
    expect(split("", ...body.split(/(?<=\n)/))).toEqual({ rows, fault: undefined });
});

test("one object under the type of an array is no row, unless its line ends", () => {
  const fault = "expected a JSON array of rows, got one JSON object";
  for (const type of ["application/json", "Application/JSON; charset=utf-8"]) {
    expect(split(type, '{"a":1}')).toEqual({ rows: [], fault });
    expect(split(type, '{"a":1}\n')).toEqual({ rows: ['{"a":1}'], fault: undefined });
    expect(split(type, '{"a":1}\n{"a":2}')).toEqual({ rows: ['{"a":1}', '{"a":2}'], fault: undefined });
  }
  for (const type of ["", "application/jsonl", "text/plain; of=application/json"])
    expect(split(type, '{"a":1}')).toEqual({ rows: ['{"a":1}'], fault: undefined });
});

test("lines with an end have to end with it", () => {
  const end = '{"__streamError":null}';
  const rows = ['{"a":1}'];
  expect(split(endedLines, `{"a":1}\n${end}\n`)).toEqual({ rows, fault: undefined });
  expect(split(`${endedLines.toUpperCase()}; a=b`, `{"a":1}\n ${end}`)).toEqual({ rows, fault: undefined });
  const missing = "the last line, which says that the rows are complete, is missing";
  expect(split(endedLines, '{"a":1}\n')).toEqual({ rows, fault: missing });
  expect(split(endedLines, "")).toEqual({ rows: [], fault: missing });
  expect(split(endedLines, `${end}\n\n${"x".repeat(80)}\n`).fault).toBe(
    `expected no row after the end, got ${"x".repeat(60)}…`,
  );
  expect(split("", end).fault).toBe("the connector did not report a reason");
});

test.runIf(isLong)("lines have up to 64 Mi characters", () => {
  const longest = "x".repeat(64 * 1024 * 1024);
  const splitter = new LineSplitter("");
  expect(() => splitter.push(longest, [])).not.toThrow();
  expect(() => splitter.push("x", [])).toThrow("a line is longer than 67108864 characters");
});
