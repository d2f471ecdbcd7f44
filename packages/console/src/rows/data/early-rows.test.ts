import { expect, test } from "vitest";
import { earlyColumns } from "./early-rows.js";

test("`earlyColumns()` guesses the kind of a column from the cells that have arrived", () => {
  const rows = [
    ["1", "true", "2026-03-29", "2026-03-29 02:30:00", "2026-03-29T02:30:00Z", '{"a":1}', "007", null],
    ["-2.5e3", "false", "2026-03-30", "2026-03-29T02:30", "2026-03-29 02:30:00+02", "[1]", "12", null],
    [null, null, null, null, null, { start: '{"long":"', length: 9_000 }, "", null],
  ];
  const columns = Array.from({ length: 8 }, (_, index) => `column ${index}`);
  expect(earlyColumns({ columns, rows }).map(({ kind }) => kind)).toEqual([
    "number",
    "boolean",
    "date",
    "time",
    "instant",
    "nested",
    "text",
    "text",
  ]);
});
