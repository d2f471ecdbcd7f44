import { ExactNumber, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Cell } from "../protocol/index.js";

/** Number of rows that are shown while the others arrive. */
const maxFirstRows = 200;
const maxFirstColumns = 500;
/** Number of columns whose order is recorded. The engine sorts further ones by name. */
const maxOrderedColumns = 20_000;
const maxCellLength = 400;

/** Rows as cells, and the columns so far. */
export interface FirstRows {
  readonly columns: readonly string[];
  readonly offset: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Converts the first rows of a stream to cells, and records the order in which columns appear in them. */
export class FirstRowsReader {
  readonly #columns = new Map<string, number>();
  #rows = 0;

  /** Names of the columns in the order in which they appeared. */
  get columns(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Whether no further rows are needed. */
  get isFull(): boolean {
    return this.#rows >= maxFirstRows;
  }

  /**
   * Reads rows.
   *
   * @param texts - JSON texts of rows
   * @returns Those that belong to the first rows; `undefined` when there are none
   */
  read(texts: readonly string[]): FirstRows | undefined {
    const wanted = texts.slice(0, maxFirstRows - this.#rows);
    if (wanted.length === 0) return undefined;
    const parsed = wanted.map(parseRow);
    for (const [at, row] of parsed.entries()) {
      for (const name of memberNames(row, wanted[at] ?? "")) {
        if (!this.#columns.has(name) && this.#columns.size < maxOrderedColumns)
          this.#columns.set(name, this.#columns.size);
      }
    }
    const offset = this.#rows;
    this.#rows += wanted.length;
    const columns = this.columns.slice(0, maxFirstColumns);
    return { columns, offset, rows: parsed.map((row) => columns.map((name) => cellOf(row, name))) };
  }

  /**
   * Reads rows from lines.
   *
   * @param lines - Whole lines of NDJSON
   * @returns As {@link FirstRowsReader.read}
   */
  readLines(lines: Uint8Array): FirstRows | undefined {
    const texts: string[] = [];
    let start = 0;
    while (texts.length < maxFirstRows - this.#rows) {
      const end = lines.indexOf(10, start);
      if (end < 0) break;
      const text = new TextDecoder().decode(lines.subarray(start, end)).trim();
      if (text !== "") texts.push(text);
      start = end + 1;
    }
    return this.read(texts);
  }
}

function parseRow(text: string): Readonly<Record<string, unknown>> {
  const row: unknown = parseExactJson(text);
  // The client has checked that every row is an object.
  return row as Readonly<Record<string, unknown>>;
}

function cellOf(row: Readonly<Record<string, unknown>>, name: string): Cell {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return null;
  const text = textOf(value);
  return text.length <= maxCellLength ? text : { start: text.slice(0, maxCellLength), length: text.length };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof ExactNumber ? value.text : writeExactJson(value);
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs;

/** Returns the names of the members of a row in their order. Objects of JavaScript move names that are whole numbers. */
function memberNames(row: object, json: string): readonly string[] {
  const names = Object.keys(row);
  if (!names.some((name) => /^\d+$/.test(name))) return names;
  const found: string[] = [];
  let [depth, before] = [0, ""];
  for (const [text] of json.matchAll(token)) {
    if (text === ":" && depth === 1) found.push(String(JSON.parse(before)));
    if (text === "{" || text === "[") depth += 1;
    if (text === "}" || text === "]") depth -= 1;
    before = text;
  }
  return found;
}
