import type { ResultColumn } from "@wellhead/results";
import { expect, test } from "vitest";
import type { Paint } from "../../terminal/paint.js";
import { widthOf } from "../../terminal/text-width.js";
import { formatTable } from "./format-table.js";

const plain = (text: string): string => text;
// The table uses no other style.
const paint = { bold: plain, dim: plain } as Paint;
const columns: readonly ResultColumn[] = [
  { name: "id", kind: "number", type: "BIGINT" },
  { name: "note", kind: "text", type: "VARCHAR" },
  { name: "倉庫", kind: "text", type: "VARCHAR" },
  { name: "last", kind: "text", type: "VARCHAR" },
];
const rows = [
  JSON.stringify({ id: 1, note: "a".repeat(100), 倉庫: "b".repeat(30), last: "end" }),
  JSON.stringify({ id: 20, note: null, 倉庫: "注文", last: "end" }),
];

test("formatTable() keeps every line within the terminal, and names the columns that are not shown", () => {
  for (const lineWidth of [1, 10, 30, 40, 60, 200]) {
    const lines = formatTable(columns, rows, { paint, lineWidth }).split("\n");
    const note = lines.find((line) => line.startsWith("… "));
    const table = lines.filter((line) => line !== note);
    expect(Math.max(...table.map(widthOf)), String(lineWidth)).toBeLessThanOrEqual(Math.max(lineWidth, 2));
    for (const { name } of columns) {
      const isShown = lines[0]?.includes(name.slice(0, 1)) ?? false;
      expect(isShown || (note?.includes(name) ?? false), `${name} ${lineWidth}`).toBe(true);
    }
  }
  expect(formatTable(columns, rows, { paint, lineWidth: 30 }).split("\n")).toEqual([
    "id  note",
    "──  ────────────────────────",
    " 1  aaaaaaaaaaaaaaaaaaaaaaa…",
    "20  NULL",
    "… 2 more columns do not fit: 倉庫, last. Show all with --wide.",
    "",
  ]);
});

test("formatTable() shows all columns where there is no width", () => {
  const [head = "", , first = ""] = formatTable(columns, rows, { paint }).split("\n");
  expect(head).toMatch(/^id {2}note +倉庫 +last$/);
  expect(first).toContain("a".repeat(79));
  expect(first.endsWith("end")).toBe(true);
});
