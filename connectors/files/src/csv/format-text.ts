import type { CsvFormat } from "./csv-format.js";
import { shown } from "./detect-format.js";

/** How a file is read, and its columns. */
export interface ShownFormat {
  readonly format: CsvFormat;
  readonly hasHeader: boolean;
  /** Number of lines before the header or the first row. */
  readonly skippedLines: number;
  readonly columns: readonly string[];
}

/**
 * Says how a file is read.
 *
 * @param shown - How it is read
 * @returns A sentence without a full stop
 */
export function formatText({ format, hasHeader, skippedLines, columns }: ShownFormat): string {
  const spaces = format.isPadded === true ? " and spaces" : "";
  const cells =
    columns.length === 1 ? "One column" : `Cells separated by ${shown(format.delimiter)}${spaces}`;
  const quote =
    format.quote === '"' ? "" : `, ${format.quote === "" ? "without quotes" : `quoted by ${format.quote}`}`;
  const header = hasHeader ? `header in line ${skippedLines + 1}` : "no header";
  const skipped =
    skippedLines === 0 ? "" : `, ${skippedLines} ${skippedLines === 1 ? "line" : "lines"} before it skipped`;
  return `${cells}${quote}, ${header}${skipped}`;
}
