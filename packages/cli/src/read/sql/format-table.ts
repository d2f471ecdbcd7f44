import type { ResultColumn } from "@wellhead/results";
import { readText, rowMembers } from "@wellhead/rows";
import type { Paint } from "../../terminal/paint.js";
import { printableText } from "../../terminal/printable-text.js";
import { cutText, widthOf } from "../../terminal/text-width.js";

/** Maximum number of characters of a cell. */
const maxCellWidth = 80;

/** The same where the columns would not fit the terminal otherwise. */
const narrowCellWidth = 24;

/** Characters between two columns. */
const gap = "  ";

/** Options of {@link formatTable}. */
export interface FormatTableOptions {
  readonly paint: Paint;
  /** Number of characters of a line of the terminal. Default: lines may have any length. */
  readonly lineWidth?: number | undefined;
}

/** A column as it is printed. */
interface PrintedColumn {
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly isNumber: boolean;
}

/**
 * Formats rows as a table: columns aligned, numbers right-aligned, control characters escaped. Columns that do not fit the
 * terminal are left out from the end, and a last line names them.
 *
 * @param columns - The columns
 * @param rows - JSON texts of the rows
 * @param options - Styles and width of the output
 * @returns The table, ending with a line feed
 */
export function formatTable(
  columns: readonly ResultColumn[],
  rows: readonly string[],
  { paint, lineWidth = Number.POSITIVE_INFINITY }: FormatTableOptions,
): string {
  const members = rows.map((row) => rowMembers(row));
  const print = (maxWidth: number): PrintedColumn[] =>
    columns.map(({ name, kind }) => {
      const head = cutText(printableText(name), maxWidth);
      const cells = members.map((row) => cutText(cellOf(row.get(name)), maxWidth));
      const width = Math.max(widthOf(head), ...cells.map((cell) => widthOf(cell)));
      return { head, cells, width, isNumber: kind === "number" };
    });
  const whole = print(maxCellWidth);
  const all =
    fitting(whole, lineWidth) === columns.length ? whole : print(Math.min(narrowCellWidth, lineWidth));
  const shown = all.slice(0, Math.max(1, fitting(all, lineWidth)));
  const hidden = columns.slice(shown.length).map(({ name }) => printableText(name));
  return [
    formatLine(
      shown,
      ({ head }) => head,
      (text) => paint.bold(text),
    ),
    shown.map(({ width }) => "─".repeat(width)).join(gap),
    ...rows.map((_row, index) => formatLine(shown, ({ cells }) => cells[index] ?? "")),
    ...(hidden.length === 0 ? [] : [paint.dim(formatHidden(hidden))]),
    "",
  ].join("\n");
}

/** Returns how many columns fit, from the first. */
function fitting(columns: readonly PrintedColumn[], lineWidth: number): number {
  let used = -gap.length;
  for (const [index, { width }] of columns.entries()) {
    used += gap.length + width;
    if (used > lineWidth) return index;
  }
  return columns.length;
}

function formatLine(
  columns: readonly PrintedColumn[],
  textOf: (column: PrintedColumn) => string,
  style: (text: string) => string = (text) => text,
): string {
  return columns
    .map((column) => {
      const text = textOf(column);
      const padding = " ".repeat(column.width - widthOf(text));
      return style(column.isNumber ? `${padding}${text}` : `${text}${padding}`);
    })
    .join(gap)
    .trimEnd();
}

function formatHidden(names: readonly string[]): string {
  const columns = names.length === 1 ? "column does" : "columns do";
  return `… ${names.length} more ${columns} not fit: ${names.join(", ")}. Show all with --wide.`;
}

function cellOf(value = "null"): string {
  if (value === "null") return "NULL";
  return printableText(value.startsWith('"') ? readText(value) : value);
}
