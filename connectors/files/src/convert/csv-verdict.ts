import type { CsvSettings } from "../csv/csv-settings.js";
import { type CsvHypothesis, shown } from "../csv/detect-format.js";
import type { RecordCounts } from "../csv/record-counter.js";
import { openQuote } from "./csv-records.js";
import { FileFault } from "./file-fault.js";

/** Maximum characters of cells in a notice. */
const maxShownCells = 80;

/** What to do when the first records of a file leave open how it is read. */
export const doubtAdvice =
  'State "delimiter" and "skip" (the number of lines before the header) in the file .table.json.';

/**
 * Refuses a file whose records contradict how its first ones say that it is read.
 *
 * @param hypothesis - What the first records say
 * @param counts - What all records say
 * @param settings - What somebody stated, which decides
 * @throws FileFault when quotes are not closed, or most rows have more cells than the header
 */
export function refuseContradiction(
  { format, first, hasHeader, skippedLines }: CsvHypothesis,
  counts: RecordCounts,
  settings: CsvSettings,
): void {
  if (counts.openLine !== undefined) throw openQuote(format, counts.openLine);
  if (settings.skip !== undefined || settings.header === true) return;
  const rows = counts.records - (hasHeader ? 1 : 0);
  const longer = [...counts.widths]
    .filter(([width]) => width > first.length)
    .reduce((sum, [, count]) => sum + count, 0);
  if (longer * 2 <= rows) return;
  throw new FileFault(
    `line ${skippedLines + 1} has ${first.length} cells with ${shown(format.delimiter)} between them, but ${longer} of ${rows} rows have more, so its names may belong to other columns`,
    'State "delimiter" and "skip" in the file .table.json, or "header": true if the additional cells come after those of the header.',
  );
}

/**
 * Returns what users should know about the rows of a file.
 *
 * @param hypothesis - How it is read
 * @param counts - What was counted
 * @returns Sentences without full stops
 */
export function noticesOf(
  { first, hasHeader, skippedCells }: CsvHypothesis,
  counts: RecordCounts,
): readonly string[] {
  const rows = counts.records - (hasHeader ? 1 : 0);
  const uneven = [...counts.widths]
    .filter(([width]) => width !== first.length)
    .reduce((sum, [, count]) => sum + count, 0);
  const isSingle = first.length <= 1 && counts.widths.size <= 1;
  return [
    ...(skippedCells === undefined
      ? []
      : [
          `Lines before the ${hasHeader ? "header" : "first row"} have several cells, such as ${skippedCells
            .map((text) => `"${text}"`)
            .join(", ")
            .slice(0, maxShownCells)}; they are not rows`,
        ]),
    ...(uneven === 0
      ? []
      : [
          `${uneven} of ${rows} rows have more or fewer cells than the ${hasHeader ? "header" : "first row"}; missing cells are null, additional cells have columns of their own`,
        ]),
    ...(counts.isUnended && counts.lastWidth < first.length
      ? ["The last row ends without a line end before its last cell, so it may be cut"]
      : []),
    ...(counts.oddQuotes === 0
      ? []
      : [
          `${counts.oddQuotes} ${counts.oddQuotes === 1 ? "cell has" : "cells have"} a quote within the text; such cells are kept as they are written`,
        ]),
    ...(counts.emptyLines === 0 || isSingle
      ? []
      : [
          `${counts.emptyLines} empty ${counts.emptyLines === 1 ? "line is not a row" : "lines are not rows"}`,
        ]),
  ];
}
