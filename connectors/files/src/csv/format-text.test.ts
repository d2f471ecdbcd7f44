import { expect, test } from "vitest";
import { formatText, type ShownFormat } from "./format-text.js";

test.each<readonly [string, Partial<ShownFormat>]>([
  ['Cells separated by ";", header in line 1', {}],
  ["One column, header in line 1", { columns: ["a"] }],
  ["Cells separated by tabs, header in line 1", { format: { delimiter: "\t", quote: '"', escape: '"' } }],
  [
    `Cells separated by ";", quoted by ', header in line 1`,
    { format: { delimiter: ";", quote: "'", escape: "'" } },
  ],
  [
    'Cells separated by ";", without quotes, header in line 1',
    { format: { delimiter: ";", quote: "", escape: "" } },
  ],
  ['Cells separated by ";", no header', { hasHeader: false }],
  ['Cells separated by ";", header in line 2, 1 line before it skipped', { skippedLines: 1 }],
  ['Cells separated by ";", header in line 3, 2 lines before it skipped', { skippedLines: 2 }],
])("formatText() says %j", (text, changes) => {
  const format = { delimiter: ";", quote: '"', escape: '"' };
  expect(formatText({ format, hasHeader: true, skippedLines: 0, columns: ["a", "b"], ...changes })).toBe(
    text,
  );
});
