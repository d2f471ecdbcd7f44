import { types } from "node:util";
import { csvCell, csvLine, isWrittenAsPrimitive, JsonRows, toJsonOf, writeJson } from "@wellhead/rows";
import { ConnectorError, type EncodedBatch, type Row, upstreamInvalid } from "@wellhead/sdk";
import type { BatchReader } from "../rows/batch-reader.js";

/** Options of {@link JsonWriter}. */
export interface JsonWriterOptions {
  /** Text between two rows. */
  readonly separator: string;
  /** Key that no row may consist of alone, because it marks a failed stream. */
  readonly reservedKey: string;
}

/** Serializes rows as JSON objects, and checks them both before and after. */
export class JsonWriter implements BatchWriter {
  readonly #options: JsonWriterOptions;
  readonly #markPrefix: string;
  readonly #rows: JsonRows;

  /** @param options - Separator and reserved key */
  constructor(options: JsonWriterOptions) {
    this.#options = options;
    this.#markPrefix = markPrefixOf(options.reservedKey);
    this.#rows = new JsonRows(options.separator);
  }

  write(rows: readonly Row[]): string {
    const { separator, reservedKey } = this.#options;
    // `map` would skip the holes of a sparse array, so they would not be checked.
    const checked = Array.from(rows, (row) => checkRow(row, reservedKey));
    const text = this.#rows.write(checked);
    // A getter may return another value on each read, or change a row, so the text is checked as well.
    const isSafe = !text.includes(this.#markPrefix) && !checked.some((row) => "toJSON" in row);
    return isSafe ? text : checked.map((row) => writeRow(row, reservedKey)).join(separator);
  }
}

/** Options of {@link CsvWriter}. */
export interface CsvWriterOptions {
  /** Ids of the columns, in the order of the header. */
  readonly columns: readonly string[];
  /** Whether cells that a spreadsheet would run as formulas are turned into text. */
  readonly formulaEscape: boolean;
  /** Key that no row may consist of alone, because it marks a failed stream. */
  readonly reservedKey: string;
}

/** Writes rows as lines of CSV. A row with a key that is not a column is an error; the key is not silently dropped. */
export class CsvWriter implements BatchWriter {
  readonly #options: CsvWriterOptions;
  readonly #known: ReadonlySet<string>;

  /** @param options - Columns, and what to do with formulas */
  constructor(options: CsvWriterOptions) {
    this.#options = options;
    this.#known = new Set(options.columns);
  }

  write(rows: readonly Row[]): string {
    // `map` would skip the holes of a sparse array, so they would not be checked.
    return Array.from(rows, (row) => this.#line(checkRow(row, this.#options.reservedKey))).join("\r\n");
  }

  #line(row: Row): string {
    const { columns, formulaEscape } = this.#options;
    for (const key of Object.keys(row)) {
      if (!this.#known.has(key)) {
        throw new ConnectorError(
          "internal",
          `Could not write the rows as CSV: the column "${key}" first appeared after the header was sent. Request JSON or NDJSON.`,
        );
      }
    }
    return csvLine(
      columns.map((column) => csvCell(Object.hasOwn(row, column) ? row[column] : undefined, formulaEscape)),
    );
  }
}

/** Target size of a chunk in bytes: large enough to be efficient, small enough to let other requests run in between. */
const targetBytes = 128 * 1024;

/** Serializes batches of rows in one format. */
export interface BatchWriter {
  /**
   * Serializes rows.
   *
   * @param rows - The rows
   * @returns Their text, joined by the format's separator
   * @throws ConnectorError when a row cannot be serialized
   */
  write(rows: readonly Row[]): string;
}

/** Encodes batches of rows. A large batch is encoded in several chunks, so that it does not block other requests. */
export class EncodingReader implements BatchReader<EncodedBatch> {
  readonly #reader: BatchReader<readonly Row[]>;
  readonly #writer: BatchWriter;
  #batch: readonly Row[] = [];
  #next = 0;
  #size = 100;

  /**
   * @param reader - Batches of rows
   * @param writer - Serializes them
   * @param first - A batch that was already read. Default: none
   */
  constructor(reader: BatchReader<readonly Row[]>, writer: BatchWriter, first: readonly Row[] = []) {
    this.#reader = reader;
    this.#writer = writer;
    this.#batch = first;
  }

  async next(): Promise<EncodedBatch | undefined> {
    if (this.#next >= this.#batch.length) {
      const batch = await this.#reader.next();
      if (batch === undefined) return undefined;
      this.#batch = batch;
      this.#next = 0;
    }
    return this.#encode();
  }

  stop(): void {
    this.#reader.stop();
  }

  #encode(): EncodedBatch {
    const end = this.#next + this.#size;
    const whole = this.#next === 0 && end >= this.#batch.length;
    const rows = whole ? this.#batch : this.#batch.slice(this.#next, end);
    this.#next = end;
    if (this.#next >= this.#batch.length) this.#batch = [];
    const bytes = Buffer.from(this.#writer.write(rows));
    this.#size = Math.max(1, Math.min(10_000, Math.round((rows.length * targetBytes) / bytes.byteLength)));
    return { bytes, rows: rows.length };
  }
}

/**
 * Returns the first characters of the mark of a failed stream.
 *
 * @param reservedKey - The only key of the mark
 * @returns The beginning of its JSON text
 */
function markPrefixOf(reservedKey: string): string {
  return `{${JSON.stringify(reservedKey)}:`;
}

/** Maximum number of times that a value returned by `toJSON` may itself have `toJSON`. */
const maxForms = 8;

/**
 * Checks that a row is an object and cannot be mistaken for the mark of a failed stream.
 *
 * @param given - Any value from a batch
 * @param reservedKey - The only key of the mark
 * @returns The row, or the value its `toJSON` returns; a copy if a second read could return something else
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 * @see The connector contract, POST /
 */
export function checkRow(given: unknown, reservedKey: string): Row {
  const row = plainRow(given);
  if (typeof row !== "object" || row === null || Array.isArray(row) || isWrittenAsPrimitive(row)) {
    const found = Array.isArray(row) ? "an array" : String(row === null ? row : typeof row);
    throw new ConnectorError("internal", `Could not write a row: expected an object, got ${found}.`);
  }
  refuseEmptyForm(row);
  // Members without a JSON representation are omitted, so the check uses the JSON that would be written.
  if (Object.hasOwn(row, reservedKey)) refuseMark(writeJson(row) ?? "{}", reservedKey);
  // An object that is not an array is written with its string keys only, so it is a record.
  return row as Row;
}

/** Throws for an object whose JSON has none of its values, so that it is not sent as a row without cells. */
function refuseEmptyForm(row: object): void {
  if (Object.getPrototypeOf(row) === Object.prototype) return;
  if (types.isPromise(row)) {
    throw new ConnectorError(
      "internal",
      "Could not write a row: expected an object, got a promise. Await it before it is returned.",
    );
  }
  if (types.isMap(row) || types.isSet(row)) {
    const found = types.isMap(row) ? "Map" : "Set";
    throw new ConnectorError("internal", `Could not write a row: expected an object, got a ${found}.`);
  }
}

/**
 * Returns the value that a row is serialized as. The value that `toJSON` returns may have `toJSON` again, and only the
 * last one can be checked. A proxy, or a row with any member `toJSON`, may return something else on each read, so its
 * members are read once and copied.
 */
function plainRow(given: unknown): unknown {
  let row = given;
  for (let forms = 0; forms <= maxForms; forms += 1) {
    const toJson = toJsonOf(row);
    if (toJson === undefined) {
      if (!isUnsteady(row)) return row;
      row = { ...row };
      if (toJsonOf(row) === undefined) return row;
    } else row = toJson("");
  }
  throw new ConnectorError(
    "internal",
    'Could not write a row: its "toJSON" returned a value that has "toJSON" itself.',
  );
}

/** Returns whether reading a row again may return something else although nothing in it was changed. */
function isUnsteady(row: unknown): row is object {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
  return types.isProxy(row) || "toJSON" in row;
}

/**
 * Serializes a row and checks the JSON text.
 *
 * @param row - A row that {@link checkRow} returned
 * @param reservedKey - The only key of the mark of a failed stream
 * @returns JSON text of an object
 * @throws ConnectorError `internal` when it is not an object, `upstream_invalid` when its only key is the mark's
 */
export function writeRow(row: Row, reservedKey: string): string {
  const text = writeJson(row);
  if (text?.startsWith("{") !== true)
    throw new ConnectorError("internal", "Could not write a row: it changed while it was written.");
  if (text.startsWith(markPrefixOf(reservedKey))) refuseMark(text, reservedKey);
  return text;
}

/** Throws if the JSON text of a row could be mistaken for the mark of a failed stream. */
function refuseMark(text: string, reservedKey: string): void {
  // The text is that of an object.
  if (Object.keys(JSON.parse(text) as object).length === 1) {
    throw upstreamInvalid(
      `Could not write a row: its only column is named "${reservedKey}", which is reserved. Rename the column.`,
    );
  }
}
