import { expect, test } from "vitest";
import { EncodedLines } from "./encoded-lines.js";

const columns = ["id", "text"];
const lines = ['{"id":1,"text":"a"}', '{"id":90071992547409931,"text":"é"}', '{"id":3,"text":""}'];

function linesOf(text: string, rows: number, release?: () => void): EncodedLines {
  // The bytes are a part of a larger buffer, as those of an engine are.
  const bytes = Buffer.from(`{}\n${text}\n{}`).subarray(3, -3);
  return EncodedLines.of({ bytes, rows, ...(release && { release }) }, columns);
}

/** A source may be wrong about how many rows it sends. */
test.each([3, 0, 2, 4, 100, 2 ** 33, Number.NaN, 1.5, -1])(
  "EncodedLines finds the rows of a batch that is said to have %d",
  (rows) => {
    const found = linesOf(lines.join("\n"), rows);
    expect(found.length).toBe(3);
    expect([...found]).toEqual([
      { id: 1, text: "a" },
      { id: "90071992547409931", text: "é" },
      { id: 3, text: "" },
    ]);
    const texts = [0, 1, 2].map((index) =>
      found.bytes.toString("utf8", found.startOf(index), found.endOf(index)),
    );
    expect(texts).toEqual(lines);
  },
);

test("EncodedLines has parts like an array, with the same bytes and release", () => {
  let releases = 0;
  const found = linesOf(lines.join("\n"), 3, () => void (releases += 1));
  const ids = (part: EncodedLines) => [part.length, ...[...part].map(({ id }) => id)];
  expect(ids(found.slice(1))).toEqual([2, "90071992547409931", 3]);
  expect(ids(found.slice(0, 2))).toEqual([2, 1, "90071992547409931"]);
  expect(ids(found.slice(1).slice(1))).toEqual([1, 3]);
  expect(ids(found.slice(0, 9))).toEqual([3, 1, "90071992547409931", 3]);
  expect(ids(found.slice(2, 1))).toEqual([0]);
  expect(ids(found.slice(3))).toEqual([0]);
  expect(found.slice(1).columns).toBe(columns);
  expect(found.slice(1).bytes).toBe(found.bytes);
  found.slice(1).release();
  expect(releases).toBe(1);
  // A batch whose bytes nobody overwrites has nothing to release.
  expect(linesOf("{}", 1).release()).toBeUndefined();
});
