import { streamErrorKey } from "@wellhead/contract";
import { describe, expect, test } from "vitest";
import type { TextFrame } from "../../../stream/row-stream.js";
import { rowFormats } from "./formats.js";

const jsonFrame = rowFormats.json.frame([], false);
const ndjsonFrame = rowFormats.ndjson.frame([], false);
const csvFrame: typeof rowFormats.csv.frame = (columns, escape) => rowFormats.csv.frame(columns, escape);

/** The rows as they are sent, without the end. */
function send({ open, separator, endsRows }: TextFrame, rows: readonly string[]): string {
  return open + (endsRows ? rows.map((row) => row + separator).join("") : rows.join(separator));
}

const error = { message: 'the "rows" ended', status: 503 };
const mark = { [streamErrorKey]: { message: 'the "rows" ended', code: 503 } };

describe.each([0, 1, 2])("a stream of %i rows", (count) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id }));
  const texts = rows.map((row) => JSON.stringify(row));

  test("is one array in JSON, its last element the mark when it failed", () => {
    const sent = send(jsonFrame, texts);
    expect(JSON.parse(sent + jsonFrame.close)).toEqual(rows);
    expect(JSON.parse(`${sent}${count > 0 ? jsonFrame.separator : ""}${jsonFrame.mark?.(error)}`)).toEqual([
      ...rows,
      mark,
    ]);
  });

  test("is a line for each row in NDJSON, its last line the mark when it failed", () => {
    const sent = send(ndjsonFrame, texts);
    // Every line is terminated, and none is empty.
    expect(sent + ndjsonFrame.close).toBe(texts.map((text) => `${text}\n`).join(""));
    const failed = `${sent}${ndjsonFrame.mark?.(error)}`;
    expect(failed.endsWith("\n")).toBe(true);
    const lines = failed.slice(0, -1).split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([...rows, mark]);
  });

  test("has an end line only if it is whole, in NDJSON with an end line", () => {
    const frame = rowFormats.endedLines.frame([], false);
    const sent = send(frame, texts);
    expect(sent + frame.close).toBe([...texts, '{"__streamError":null}', ""].join("\n"));
    expect(`${sent}${frame.mark?.(error)}`).toBe([...texts, JSON.stringify(mark), ""].join("\n"));
  });

  test("is a line for each row in CSV, which has no place for a mark", () => {
    const frame = csvFrame(["a", "b"], false);
    const lines = rows.map(({ id }) => `${id},`);
    const sent = send(frame, lines) + frame.close;
    expect(sent).toBe(["a,b", ...lines].map((line) => `${line}\r\n`).join(""));
    expect(Object.hasOwn(frame, "mark")).toBe(false);
  });
});

test.each([
  [jsonFrame, "application/json; charset=utf-8"],
  [ndjsonFrame, "application/x-ndjson; charset=utf-8"],
  [csvFrame(["a"], false), "text/csv; charset=utf-8; header=present"],
])("%# is sent as its media type", (frame, contentType) => {
  expect(frame.contentType).toBe(contentType);
});
