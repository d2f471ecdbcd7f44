import { encodedRows, type Rows } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { expectEqual, serve } from "../../../../test/arrow-service.js";

test("chooses the types of columns that are not declared by the first rows", async () => {
  const rows = [
    { a: 1, b: "x", c: true, d: { e: 1 }, mixed: "x", none: null, when: new Date(0), long: 2n ** 60n },
    { a: 2.5, b: null, c: false, d: null, mixed: 1, none: null, when: null, long: -1n },
  ];
  const read = await expectEqual(await serve(() => rows));
  expect(read.fields.map(({ type }) => type)).toEqual([
    "Float64",
    "Utf8",
    "Bool",
    "Utf8",
    "Utf8",
    "Utf8",
    "Timestamp<MICROSECOND, UTC>",
    "Int64",
  ]);
  const extension = read.fields.map(({ metadata }) => metadata["ARROW:extension:name"]);
  expect(extension).toEqual([
    undefined,
    undefined,
    undefined,
    "arrow.json",
    "arrow.json",
    "arrow.json",
    undefined,
    undefined,
  ]);
});

test.each([
  ...[1, 7, 999, 1000, 1001].map((size) => ({ size, count: 1005, length: 1, decided: 1000 })),
  ...[1, 2, 3, 4, 5].map((size) => ({ size, count: 5, length: 300_000, decided: 4 })),
])("chooses the same types however rows arrive: %j", async ({ size, count, length, decided }) => {
  const cell = (isEmpty: boolean): string => (isEmpty ? "null" : '"x"');
  const note = "x".repeat(length);
  // The columns have their first values in the last row that decides, and in the row after it.
  const lines = Array.from(
    { length: count },
    (_unused, row) => `{"inTime":${cell(row < decided - 1)},"late":${cell(row < decided)},"note":"${note}"}`,
  );
  const rows = (): Rows =>
    encodedRows({
      columns: ["inTime", "late", "note"],
      async *encode({ separator }) {
        for (let at = 0; at < lines.length; at += size) {
          const batch = lines.slice(at, at + size);
          yield { bytes: Buffer.from(batch.join(separator)), rows: batch.length };
        }
      },
    });
  const { fields } = await expectEqual(await serve(rows));
  const extensions = fields.map(({ metadata }) => metadata["ARROW:extension:name"]);
  expect(extensions).toEqual([undefined, "arrow.json", undefined]);
});
