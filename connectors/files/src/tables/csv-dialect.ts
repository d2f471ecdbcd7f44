import { quoteText } from "../engine/quote.js";
import type { CsvLayout } from "./file-layout.js";

/**
 * Bytes of a file that the engine reads at a time. The engine's default is sixteen times as much, which delays the
 * first row, and makes several concurrent streams take hundreds of megabytes.
 */
const bufferSize = 2 * 1024 * 1024;

/** How a CSV file is read, as the engine is told. */
export interface CsvDialect {
  /** Options of `read_csv`, except the columns, as SQL. */
  readonly options: string;
  /** Names of the columns in the order of the file. */
  readonly names: readonly string[];
}

/** How a CSV file is read. */
export interface ReadFormat extends CsvLayout {
  /** Texts that stand for NULL, unless they are quoted. */
  readonly nullTexts?: readonly string[];
  /** Buffer size, as an option of `read_csv`. Default: 2 MiB. */
  readonly size?: string;
}

/**
 * Returns the options of `read_csv` for a format. Nothing is left for the engine to guess.
 *
 * @param format - The format
 * @returns The options as SQL
 */
export function csvOptions({
  delimiter,
  quote,
  escape,
  skip,
  hasHeader,
  lineEnd,
  nullTexts = [],
  size = `buffer_size = ${bufferSize}`,
}: ReadFormat): string {
  const newLine = lineEnd?.replace("\r", String.raw`\r`).replace("\n", String.raw`\n`);
  return [
    "auto_detect = false",
    size,
    `delim = ${quoteText(delimiter)}`,
    `quote = ${quoteText(quote)}`,
    `escape = ${quoteText(escape)}`,
    "comment = ''",
    // Otherwise the engine may treat a line break inside a cell as the end of a line.
    ...(newLine === undefined ? [] : [`new_line = ${quoteText(newLine)}`]),
    `skip = ${skip}`,
    `header = ${hasHeader}`,
    // A quoted empty cell is empty text. An unquoted one is NULL.
    "allow_quoted_nulls = false",
    ...(nullTexts.length === 0 ? [] : [`nullstr = [${["", ...nullTexts].map(quoteText).join(", ")}]`]),
  ].join(", ");
}

/**
 * Returns the options of `read_csv` for a copy that the connector wrote itself.
 *
 * @param longestLine - Upper bound for the length of its longest line, in bytes
 * @returns The options as SQL
 */
export function copyOptions(longestLine: number): string {
  const size = Math.max(bufferSize, longestLine + 1);
  return csvOptions({
    delimiter: ",",
    quote: '"',
    escape: '"',
    skip: 0,
    hasHeader: false,
    lineEnd: "\n",
    // Several threads take a quote at the border of two buffers for one that has no end.
    size: `buffer_size = ${size + 1}, max_line_size = ${size}, parallel = false`,
  });
}
