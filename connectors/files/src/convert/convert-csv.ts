import { Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import type { ConvertedCsv, CsvTask } from "./convert-task.js";
import { CsvCopy } from "./csv-copy.js";
import { FileFault } from "./file-fault.js";
import { readFile, readUtf8 } from "./read-file.js";

const delimiters = [",", ";", "\t", "|"];

/** Bytes at the start of a file that are examined to find the delimiter. */
const examinedBytes = 2 ** 20;

/** Matches cells that cannot be names of columns. */
const value = /^\s*(?:[-+]?[\d.,]+|\d{4}-\d\d-\d\d.*|true|false)\s*$/i;

/**
 * Rewrites a CSV file so that all rows have as many cells as the longest one. No cell is lost: missing cells become
 * NULL, and additional cells get columns without a name.
 *
 * @param task - The file and its copy
 * @returns The columns and the number of irregular rows
 * @throws FileFault when quotes are not closed
 */
export async function convertCsv(task: CsvTask): Promise<ConvertedCsv> {
  const options = await optionsOf(task);
  try {
    // The width is known only after the last row, so the file is read twice.
    const shape = await measure(task, options);
    const longestLine = await writePadded(task, options, shape);
    const columns = Array.from({ length: shape.width }, (_, index) => {
      const name = shape.hasHeader ? (shape.first[index] ?? "") : "";
      return name === "" ? `column${index}` : name;
    });
    return { columns, rows: shape.rows, irregularRows: shape.irregularRows, longestLine };
  } catch (error) {
    if (error instanceof CsvError) throw new FileFault(`it is not CSV: ${error.message}`);
    throw error;
  }
}

async function optionsOf({ path, delimiter }: CsvTask): Promise<Options> {
  const text = (await beginning(path)).toString("latin1");
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]/)));
  const counts = delimiters.map((candidate) => ({ candidate, count: line.split(candidate).length }));
  const [best] = counts.toSorted((a, b) => b.count - a.count);
  return {
    bom: true,
    delimiter: delimiter ?? best?.candidate ?? ",",
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A quoted empty cell is empty text. An unquoted one is NULL.
    cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
  };
}

async function beginning(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // A piece may be short, such as that of a small gzip member.
  for await (const piece of readFile(path)) {
    pieces.push(piece);
    size += piece.length;
    if (size >= examinedBytes) break;
  }
  return Buffer.concat(pieces);
}

/** The result of the first pass. */
interface Shape {
  readonly first: ReadonlyArray<string | null>;
  readonly hasHeader: boolean;
  readonly width: number;
  readonly rows: number;
  readonly irregularRows: number;
}

async function measure(task: CsvTask, options: Options): Promise<Shape> {
  let first: ReadonlyArray<string | null> | undefined;
  let [width, rows, irregularRows] = [0, 0, 0];
  for await (const row of records(task, options)) {
    first ??= row;
    width = Math.max(width, row.length);
    rows++;
    if (row.length !== first.length) irregularRows++;
  }
  const hasHeader =
    first !== undefined &&
    !first.some((cell) => value.test(cell ?? "")) &&
    first.some((cell) => cell !== null);
  return { first: first ?? [], hasHeader, width, rows: rows - (hasHeader ? 1 : 0), irregularRows };
}

async function writePadded(task: CsvTask, options: Options, { width, hasHeader }: Shape): Promise<number> {
  const copy = new CsvCopy(task.copy);
  let isHeader = hasHeader;
  try {
    for await (const row of copy.paced(records(task, options))) {
      if (!isHeader) copy.add(Array.from({ length: width }, (_, index) => row[index] ?? undefined));
      isHeader = false;
    }
    return await copy.close();
  } finally {
    await copy.destroy();
  }
}

function records({ path }: CsvTask, options: Options): AsyncIterable<ReadonlyArray<string | null>> {
  const parser = parse(options);
  const file = Readable.from(readUtf8(path));
  file.on("error", (error) => parser.destroy(error));
  // Without column names, the parser returns each record as a list of cells.
  return file.pipe(parser) as AsyncIterable<ReadonlyArray<string | null>>;
}
