import type { ResultColumn } from "@wellhead/results";
import type { Paint } from "../../terminal/paint.js";
import { printableText } from "../../terminal/printable-text.js";
import { cutText, widthOf } from "../../terminal/text-width.js";
import { readText } from "../pull/outputs/read-text.js";
import { rowMembers } from "../pull/outputs/row-members.js";

const maxCellWidth = 80;

/**
 * Formats rows as a table: columns aligned, numbers right-aligned, control characters escaped.
 *
 * @param columns - The columns
 * @param rows - JSON texts of the rows
 * @param paint - Styles of the output
 * @returns The table, ending with a line feed
 */
export function formatTable(columns: readonly ResultColumn[], rows: readonly string[], paint: Paint): string {
  const heads = columns.map(({ name }) => printable(name));
  const cells = rows.map((row) => {
    const members = rowMembers(row);
    return columns.map(({ name }) => cellOf(members.get(name)));
  });
  const widths = heads.map((head, index) =>
    Math.max(widthOf(head), ...cells.map((line) => widthOf(line[index] ?? ""))),
  );
  const line = (texts: readonly string[], style: (text: string) => string = (text) => text) =>
    texts
      .map((text, index) => {
        const padding = " ".repeat((widths[index] ?? 0) - widthOf(text));
        return style(columns[index]?.kind === "number" ? `${padding}${text}` : `${text}${padding}`);
      })
      .join("  ")
      .trimEnd();
  return [
    line(heads, (text) => paint.bold(text)),
    widths.map((width) => "─".repeat(width)).join("  "),
    ...cells.map((texts) => line(texts)),
    "",
  ].join("\n");
}

function cellOf(value = "null"): string {
  if (value === "null") return "NULL";
  return printable(value.startsWith('"') ? readText(value) : value);
}

function printable(text: string): string {
  return cutText(printableText(text), maxCellWidth);
}
