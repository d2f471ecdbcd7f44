import { upstreamInvalid } from "@wellhead/sdk";
import { columnConfig, type SourceConfig } from "../config/source-config.js";
import { findSeparator, parseCsvLine } from "./parse-csv-line.js";
import { type LineBatch, splitLines, splitText } from "./split-lines.js";

/** Reads a table of CSV, which may come as several files that each have the line of column names. */
export class TableReader {
  readonly #fields: SourceConfig["fields"];
  #header: CsvHeader | undefined;

  /**
   * Starts before the first line.
   *
   * @param fields - The declared columns, one of which the first line must name. Default: any
   */
  constructor(fields: SourceConfig["fields"]) {
    this.#fields = fields;
  }

  /**
   * Reads the rows of a file as its text arrives.
   *
   * @param pieces - The text
   * @returns The rows, in batches
   * @throws ConnectorError `upstream_invalid` when it is not a table, or is cut short
   */
  async *stream(pieces: AsyncIterable<string>): AsyncGenerator<readonly object[]> {
    let hasHeader = false;
    for await (const batch of splitLines(pieces)) {
      const rows = this.#rows(batch, hasHeader);
      hasHeader = true;
      if (rows.length > 0) yield rows;
    }
    if (!hasHeader) throw nothing();
  }

  /**
   * Reads the rows of a page.
   *
   * @param text - The whole file
   * @returns The rows
   * @throws ConnectorError `upstream_invalid` when it is not a table, is cut short, or has other columns than the pages
   *   before it
   */
  page(text: string): readonly object[] {
    if (text.trim() === "" && this.#header !== undefined) return [];
    const batches = splitText(text);
    if (batches.length === 0) throw nothing();
    return batches.flatMap((batch, index) => this.#rows(batch, index > 0));
  }

  #rows({ lines, isEnded }: LineBatch, hasHeader: boolean): readonly object[] {
    const header = hasHeader ? this.#header : this.#readHeader(lines[0] ?? "");
    const { names, separator } = header ?? this.#readHeader("");
    const cells = lines.slice(hasHeader ? 0 : 1).map((line) => parseCsvLine(line, separator));
    const last = cells.at(-1);
    if (!isEnded && last !== undefined && last.length < names.length) {
      throw upstreamInvalid(
        `Could not read the last line: expected ${names.length} cells as in the first line, got ${last.length}. The response may be cut short.`,
      );
    }
    return cells.map((row) => toRecord(names, row));
  }

  #readHeader(line: string): CsvHeader {
    const header = readHeader(line, this.#fields);
    const known = this.#header;
    this.#header = header;
    if (known === undefined || known.names.join("\n") === header.names.join("\n")) return header;
    throw upstreamInvalid(
      `Could not read a page of the table: expected the columns of the first page (${known.names.join(", ").slice(0, 200)}), got ${JSON.stringify(line.slice(0, 80))}.`,
    );
  }
}

function nothing(): Error {
  return upstreamInvalid("Could not read the table: expected a line of column names, got nothing.");
}

/** The first line of a CSV file. */
interface CsvHeader {
  readonly names: readonly string[];
  readonly separator: string;
}

/** Reads the first line. A sign-in page or a JSON error would otherwise be a table without rows. */
function readHeader(line: string, fields: SourceConfig["fields"]): CsvHeader {
  const separator = findSeparator(line);
  const names = uniqueNames(parseCsvLine(line, separator));
  const paths = Object.entries(fields ?? {}).map(([id, field]) => columnConfig(field).path ?? id);
  const isForeign = paths.length > 0 && !paths.some((path) => names.includes(path));
  if (!isForeign && !isMarkup(line) && !isJson(line)) return { names, separator };
  const expected = isForeign ? `at least one of the columns ${paths.join(", ")}` : "a line of column names";
  throw upstreamInvalid(
    `Could not read the table: expected ${expected}, got ${JSON.stringify(line.slice(0, 80))}.`,
  );
}

/** Numbers names that repeat and names columns without one, because each cell of a row needs a name of its own. */
function uniqueNames(cells: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim() === "" ? `column_${index + 1}` : cell;
    let unique = name;
    for (let count = 2; names.has(unique); count += 1) unique = `${name}_${count}`;
    names.add(unique);
  }
  return [...names];
}

function isMarkup(line: string): boolean {
  return /^\s*<[!?a-z]/i.test(line);
}

/** Returns whether a line is a JSON value, or the start of one. A text in quotes may be a column name. */
function isJson(line: string): boolean {
  const text = line.trim();
  if (text === "{" || text === "[") return true;
  try {
    return typeof JSON.parse(text) !== "string";
  } catch {
    return false;
  }
}

function toRecord(names: readonly string[], cells: readonly string[]): object {
  if (cells.length > names.length) {
    throw upstreamInvalid(
      `Could not read a line: expected ${names.length} cells as in the first line, got ${cells.length}.`,
    );
  }
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
}
