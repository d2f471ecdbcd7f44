import { quoteText } from "../engine/quote.js";
import { fullSampleSize, type Reading, sampleRows } from "./reading.js";

/**
 * Bytes of a file the engine reads in one piece. Its own default is sixteen times as much: the first row then comes
 * late, and several streams at once take hundreds of megabytes.
 */
const bufferSize = 2 * 1024 * 1024;

/** How a CSV file is written, as the engine found out. */
export interface CsvDialect {
  /** Options of `read_csv` besides the columns, as SQL. */
  readonly options: string;
  /** Rows left out at the start. */
  readonly skip: number;
  readonly header: boolean;
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>;
}

/**
 * Finds out how a CSV file is written: delimiter, quotes, header, types.
 *
 * Rows of different lengths make the engine take the file for one of a single column, or leave out the rows at its
 * start. It is then asked again, allowing short rows, whose missing cells are NULL.
 *
 * @param reading - The file
 * @returns Its dialect
 * @throws The engine's error when the file is no CSV
 */
export async function findCsvDialect(reading: Reading): Promise<CsvDialect> {
  const strict = await sniff(reading, false);
  const [first] = strict.columns;
  const single = strict.columns.length === 1 && /[,;|\t]/.test(first?.name ?? "");
  // Lines before a header, such as a title, are left out on purpose.
  if (!single && (strict.skip === 0 || strict.header)) return strict;
  const padded = await sniff(reading, true).catch(() => strict);
  const fits = padded.skip === 0 && padded.header && padded.columns.length > 1;
  return fits && padded.columns.length >= strict.columns.length ? padded : strict;
}

async function sniff({ connection, standIn, size }: Reading, padded: boolean): Promise<CsvDialect> {
  const sample = size <= fullSampleSize ? -1 : sampleRows;
  const padding = padded ? ", null_padding = true" : "";
  const result = await connection.runAndReadAll(
    `SELECT Delimiter, Quote, Escape, Comment, SkipRows, HasHeader, to_json(Columns), DateFormat, TimestampFormat
     FROM sniff_csv(${quoteText(standIn)}, sample_size = ${sample}${padding})`,
  );
  const row = result.getRowsJson()[0] ?? [];
  const [delimiter = "", quote = "", escape = "", comment = "", skip = "0", header = "false"] = row.map(
    (cell) => unfilled(cell),
  );
  const options = [
    "auto_detect = false",
    `buffer_size = ${bufferSize}`,
    `delim = ${quoteText(delimiter)}`,
    `quote = ${quoteText(quote)}`,
    `escape = ${quoteText(escape)}`,
    `comment = ${quoteText(comment)}`,
    `skip = ${skip}`,
    `header = ${header}`,
    ...format("dateformat", row[7]),
    ...format("timestampformat", row[8]),
    // The engine cannot pad in parallel when cells hold line breaks.
    ...(padded ? ["null_padding = true", "parallel = false"] : []),
  ];
  return {
    options: options.join(", "),
    skip: Number(skip),
    header: header === "true",
    columns: readColumns(unfilled(row[6])),
  };
}

/** The engine writes `(empty)` for a character that is not used. */
function unfilled(cell: unknown): string {
  if (cell === "(empty)" || cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

function format(option: string, cell: unknown): readonly string[] {
  return typeof cell === "string" && cell !== "" ? [`${option} = ${quoteText(cell)}`] : [];
}

function readColumns(json: string): CsvDialect["columns"] {
  // The engine made this text from its own column list.
  return JSON.parse(json) as CsvDialect["columns"];
}
