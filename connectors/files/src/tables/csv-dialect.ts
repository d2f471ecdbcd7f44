import { quoteText } from "../engine/quote.js";
import type { CsvFormat } from "./file-layout.js";
import { type Reading, sampleRows } from "./reading.js";

/**
 * Bytes of a file that the engine reads at a time. The engine's default is sixteen times as much, which delays the
 * first row, and makes several concurrent streams take hundreds of megabytes.
 */
const bufferSize = 2 * 1024 * 1024;

/** The dialect of a CSV file. */
export interface CsvDialect {
  /** Options of `read_csv`, except the columns, as SQL. */
  readonly options: string;
  /** Names of the columns in the order of the file. */
  readonly names: readonly string[];
}

/** A sniffed dialect, and whether it is doubtful. */
export interface SniffedDialect extends CsvDialect {
  readonly csv: CsvFormat;
  /** Character that separates cells; `undefined` when it is not certain. */
  readonly delimiter: string | undefined;
  /**
   * Whether the engine skipped rows although it found no header, or found a single column whose first name contains a
   * delimiter.
   */
  readonly isDoubtful: boolean;
}

/**
 * Finds the dialect of a CSV file: delimiter, quotes, header. Column types are found elsewhere.
 *
 * @param reading - The file
 * @returns Its dialect
 * @throws The engine's error when the rows have different shapes
 */
export async function sniffCsv(reading: Reading): Promise<SniffedDialect> {
  const sniffed = await sniff(reading, "");
  if (sniffed.quote !== "'") return sniffed;
  // An apostrophe is a quote only if the file makes no sense otherwise. In any other file it is part of the text.
  const plain = await sniff(reading, `, quote = '"'`).catch(() => undefined);
  return plain?.isDoubtful === false && plain.names.length >= sniffed.names.length ? plain : sniffed;
}

async function sniff(
  { connection, standIn, isWhole }: Reading,
  option: string,
): Promise<SniffedDialect & { readonly quote: string }> {
  const sample = isWhole ? -1 : sampleRows;
  // Without `comment`, the engine may treat rows that begin with a number sign as comments and skip them.
  const result = await connection.runAndReadAll(
    `SELECT Delimiter, Quote, Escape, SkipRows, HasHeader, to_json(Columns), NewLineDelimiter
     FROM sniff_csv(${quoteText(standIn)}, sample_size = ${sample}, comment = ''${option})`,
  );
  const row = (result.getRowsJson()[0] ?? []).map((cell) => unfilled(cell));
  const [
    delimiter = ",",
    quote = "",
    escape = "",
    skip = "0",
    header = "false",
    columns = "[]",
    newLine = "",
  ] = row;
  // The engine created this JSON from its own list of columns.
  const names = (JSON.parse(columns) as ReadonlyArray<{ readonly name: string }>).map(({ name }) =>
    // A name in SQL ends at this character.
    name.replaceAll("\0", "_"),
  );
  const [first = ""] = names;
  const isSingle = names.length === 1 && /[,;|\t]/.test(first);
  return {
    // Quotes that first appear after the sample are still quotes.
    options: csvOptions({ delimiter, quote: quote === "" ? '"' : quote, escape, skip, header, newLine }),
    csv: {
      delimiter,
      quote: quote === "" ? '"' : quote,
      escape,
      skip: Number(skip),
      hasHeader: header === "true",
      newLine,
    },
    names,
    quote,
    delimiter: isSingle ? undefined : delimiter,
    isDoubtful: isSingle || (skip !== "0" && header !== "true"),
  };
}

/** The parts of a dialect. */
interface CsvOptions {
  readonly delimiter: string;
  readonly quote: string;
  /** Default: the quote. */
  readonly escape: string;
  readonly skip: string;
  readonly header: string;
  /** Line ending, such as `\\n` with the backslash. Default: detected by the engine. */
  readonly newLine?: string;
  /** Buffer size, as an option of `read_csv`. Default: 2 MiB. */
  readonly size?: string;
}

/**
 * Returns the options of `read_csv` for a dialect.
 *
 * @param options - The dialect
 * @returns The options as SQL
 */
function csvOptions({
  delimiter,
  quote,
  escape,
  skip,
  header,
  newLine = "",
  size = `buffer_size = ${bufferSize}`,
}: CsvOptions): string {
  return [
    "auto_detect = false",
    size,
    `delim = ${quoteText(delimiter)}`,
    `quote = ${quoteText(quote)}`,
    `escape = ${quoteText(escape === "" ? quote : escape)}`,
    "comment = ''",
    // Otherwise the engine may treat a line break inside a cell as the end of a line.
    ...(/^(?:\\r)?\\n$|^\\r$/.test(newLine) ? [`new_line = ${quoteText(newLine)}`] : []),
    `skip = ${skip}`,
    `header = ${header}`,
    // A quoted empty cell is empty text. An unquoted one is NULL.
    "allow_quoted_nulls = false",
  ].join(", ");
}

/** Converts a value of the sniffer to text. The engine writes `(empty)` for an unused character. */
function unfilled(cell: unknown): string {
  if (cell === "(empty)" || cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
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
    skip: "0",
    header: "false",
    newLine: "\\n",
    // Several threads take a quote at the border of two buffers for one that has no end.
    size: `buffer_size = ${size + 1}, max_line_size = ${size}, parallel = false`,
  });
}
