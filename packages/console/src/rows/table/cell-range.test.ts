import type { Cell, RowsRequest } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { isInRange, rangeBetween, readRange } from "./cell-range.js";

const columns = ["a", "b", "c"].map((name) => ({ name, kind: "text", type: "" }) as const);

function answerTo({ offset, limit, columns: names = [] }: RowsRequest, cell: (row: number) => Cell) {
  const count = Math.min(limit, 1_000);
  const rows = Array.from({ length: count }, (_, at) => names.map(() => cell(offset + at)));
  return { offset, matching: 9_999, columns: names, rows, numbers: [] };
}

test("`readRange()` reads every row of a block, also those that one request cannot have", async () => {
  const range = rangeBetween({ row: 2_500, column: 2 }, { row: 10, column: 1 });
  const requests: RowsRequest[] = [];
  const fetchRows = async (request: RowsRequest) => {
    requests.push(request);
    return answerTo(request, (row) => `${row}`);
  };
  const choice = { search: "x", sort: [{ column: "a" }] };
  const { text, cut } = await readRange(range, { fetchRows, choice, columns });
  expect(text.split("\n")).toEqual(Array.from({ length: 2_491 }, (_, at) => `${10 + at}\t${10 + at}`));
  expect(cut).toBe(0);
  expect(requests[0]).toEqual({ ...choice, columns: ["b", "c"], offset: 10, limit: 1_000 });
});

test("`readRange()` quotes what would end a cell, and counts the cells that are cut", async () => {
  const cells: readonly Cell[] = [
    'say "a\tb"',
    "two\nlines",
    null,
    { start: "long", length: 9_000 },
    "plain",
  ];
  const { text, cut } = await readRange(rangeBetween({ row: 0, column: 0 }, { row: 4, column: 0 }), {
    fetchRows: async (request) => answerTo(request, (row) => cells[row] ?? null),
    choice: {},
    columns,
  });
  expect(text).toBe('"say ""a\tb"""\n"two\nlines"\n\nlong\nplain');
  expect(cut).toBe(1);
});

test("`isInRange()` holds for both ends of a block in any direction", () => {
  const range = rangeBetween({ row: 5, column: 2 }, { row: -1, column: 1 });
  expect([
    isInRange(range, 0, 1),
    isInRange(range, 5, 2),
    isInRange(range, 6, 2),
    isInRange(range, 5, 0),
  ]).toEqual([true, true, false, false]);
  expect(isInRange(undefined, 0, 0)).toBe(false);
});
