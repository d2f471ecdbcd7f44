import { quoteText } from "../engine/quote.js";
import { type Reading, sampleRows } from "./reading.js";

/**
 * Bytes of a file the engine reads in one piece. Its own default is sixteen times as much: the first row then comes
 * late, and several streams at once take hundreds of megabytes.
 */
const bufferSize = 2 * 1024 * 1024;

/** How a CSV file is written. */
export interface CsvDialect {
  /** Options of `read_csv` besides the columns, as SQL. */
  readonly options: string;
  /** Names of the columns in the order of the file. */
  readonly names: readonly string[];
}

/** A sniffed dialect and what speaks against it. */
export interface SniffedDialect extends CsvDialect {
  /** What separates cells; `undefined` when that is not certain. */
  readonly delimiter: string | undefined;
  /** Whether the engine left out rows that are no title, or took rows of several cells for one. */
  readonly isDoubtful: boolean;
}

/**
 * Finds out how a CSV file is written: delimiter, quotes, header. The types of its columns are not taken from here.
 *
 * @param reading - The file
 * @returns Its dialect
 * @throws The engine's error when the rows are not alike
 */
export async function sniffCsv(reading: Reading): Promise<SniffedDialect> {
  const sniffed = await sniff(reading, "");
  if (sniffed.quote !== "'") return sniffed;
  // An apostrophe is a quote only in a file that makes no sense otherwise: in any other it belongs to the text.
  const plain = await sniff(reading, `, quote = '"'`).catch(() => undefined);
  return plain?.isDoubtful === false && plain.names.length >= sniffed.names.length ? plain : sniffed;
}

async function sniff(
  { connection, standIn, isWhole }: Reading,
  option: string,
): Promise<SniffedDialect & { readonly quote: string }> {
  const sample = isWhole ? -1 : sampleRows;
  // Without `comment`, rows that begin with a number sign may be taken for comments and left out.
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
  // The engine made this text from its own list of columns.
  const names = (JSON.parse(columns) as ReadonlyArray<{ readonly name: string }>).map(({ name }) =>
    // A name of SQL ends at this character.
    name.replaceAll("\0", "_"),
  );
  const [first = ""] = names;
  const isSingle = names.length === 1 && /[,;|\t]/.test(first);
  return {
    // Quotes that first appear behind the sample are quotes all the same.
    options: csvOptions({ delimiter, quote: quote === "" ? '"' : quote, escape, skip, header, newLine }),
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
  /** How lines end, such as `\\n` with the backslash. Default: the engine finds out. */
  readonly newLine?: string;
  /** How much is read at once, as an option of `read_csv`. Default: pieces of 2 MiB. */
  readonly size?: string;
}

/**
 * Writes the options of `read_csv` for a dialect.
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
    // A line break inside a cell may otherwise be taken for the end of a line.
    ...(/^(?:\\r)?\\n$|^\\r$/.test(newLine) ? [`new_line = ${quoteText(newLine)}`] : []),
    `skip = ${skip}`,
    `header = ${header}`,
    // An empty cell in quotes is empty text, one without is NULL.
    "allow_quoted_nulls = false",
  ].join(", ");
}

/** The engine writes `(empty)` for a character that is not used. */
function unfilled(cell: unknown): string {
  if (cell === "(empty)" || cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

/**
 * Writes the options of `read_csv` for a copy that the connector wrote itself.
 *
 * @param longestLine - Bytes that are not fewer than those of its longest line
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
    size: `buffer_size = ${size + 1}, max_line_size = ${size}`,
  });
}
