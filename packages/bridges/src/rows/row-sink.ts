import { Buffer } from "node:buffer";
import { ByteWriter, csvLine, csvText, FixedText, spareBuffers } from "@wellhead/rows";
import { type EncodedBatch, exactNumbers, type Row, type RowEncoding } from "@wellhead/sdk";
import { membersOf } from "../json/json-members.js";
import type { Span } from "../json/json-scanner.js";
import { BrokenLine, type MessageScanner } from "../messages/message-scanner.js";

/** Collects the rows of records. */
export interface RowSink<Batch> {
  /** Number of rows since the last call of `take`. */
  readonly rows: number;
  /** Adds the data of the last record that a scanner has read. */
  add(scanner: MessageScanner, source: Buffer): void;
  /** Returns the rows, and begins with none. */
  take(): Batch;
}

/** The columns that rows have. */
export interface RowColumns {
  /** All columns, in order. */
  readonly columns: readonly string[];
  /** Reports whether rows keep a member; `undefined` when they keep all, also those that the schema does not have. */
  readonly keeps: ((name: string) => boolean) | undefined;
}

/** Size of the buffer of a batch at first, in bytes. */
const initialSize = 96 * 1024;
/** Maximum levels of arrays and objects; the scanner has refused more. */
const maxDepth = 256;
/** Key that marks a failed stream. A row must not have it alone. */
const reservedKey = "__streamError";
const reservedStart = Buffer.from(`"${reservedKey}"`);

/**
 * @param encoding - Format of the rows
 * @param kept - Columns of the rows
 * @returns A sink that writes them as bytes
 */
export function makeRowSink(encoding: RowEncoding, kept: RowColumns): RowSink<EncodedBatch> {
  if (encoding.format === "csv") return new CsvSink(encoding, kept.columns);
  return new JsonSink(encoding.separator, kept.keeps);
}

/** Copies the data of records. */
class JsonSink implements RowSink<EncodedBatch> {
  rows = 0;
  readonly #target = new ByteWriter(initialSize);
  readonly #separator: FixedText;
  readonly #keeps: RowColumns["keeps"];

  constructor(separator: string, keeps: RowColumns["keeps"]) {
    this.#separator = new FixedText(separator);
    this.#keeps = keeps;
  }

  add(scanner: MessageScanner, source: Buffer): void {
    const { data, foreign } = scanner;
    checkReserved(scanner, source);
    const target = this.#target;
    if (this.rows > 0) target.append(this.#separator);
    this.rows += 1;
    if (this.#keeps !== undefined) return target.appendText(someMembers(scanner.textOf(data), this.#keeps));
    if (foreign.length > 0) return target.appendText(scanner.textOf(data));
    target.read(source);
    target.copy(data.start, data.end);
  }

  take(): EncodedBatch {
    const { rows } = this;
    this.rows = 0;
    const bytes = this.#target.take(initialSize);
    const { buffer } = bytes;
    return { bytes, rows, release: () => spareBuffers.store(buffer) };
  }
}

/** Returns an object with some of its members, each as it was written. */
function someMembers(json: string, keeps: (name: string) => boolean): string {
  const kept = [...membersOf(json)].filter(([name]) => keeps(name));
  return `{${kept.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

/** Writes the data of records as lines of CSV. */
class CsvSink implements RowSink<EncodedBatch> {
  rows = 0;
  #lines: string[] = [];
  readonly #encoding: RowEncoding;
  readonly #columns: readonly string[];

  constructor(encoding: RowEncoding, columns: readonly string[]) {
    this.#encoding = encoding;
    this.#columns = columns;
  }

  add(scanner: MessageScanner, source: Buffer): void {
    checkReserved(scanner, source);
    const row = membersOf(scanner.textOf(scanner.data));
    const isEscaped = this.#encoding.formulaEscape === true;
    const cells = this.#columns.map((column) => cellOf(row.get(column), isEscaped));
    this.#lines.push(csvLine(cells));
    this.rows += 1;
  }

  take(): EncodedBatch {
    const { rows } = this;
    const bytes = Buffer.from(this.#lines.join(this.#encoding.separator));
    this.rows = 0;
    this.#lines = [];
    return { bytes, rows };
  }
}

/** Writes a value as a cell of CSV. Its digits stay as they are. */
function cellOf(json: string | undefined, isEscaped: boolean): string {
  if (json === undefined || json === "null") return "";
  // A text is not a number, so that only texts can be formulas.
  return json.startsWith('"') ? csvText(String(JSON.parse(json)), isEscaped) : csvText(json);
}

/** Parses the data of records, for streams whose columns are unknown. */
export class ObjectSink implements RowSink<readonly Row[]> {
  #rows: Row[] = [];
  readonly #keeps: RowColumns["keeps"];

  /** @param keeps - Reports whether rows keep a member; `undefined` when they keep all */
  constructor(keeps: RowColumns["keeps"]) {
    this.#keeps = keeps;
  }

  get rows(): number {
    return this.#rows.length;
  }

  add(scanner: MessageScanner, source: Buffer): void {
    checkReserved(scanner, source);
    const keeps = this.#keeps ?? (() => true);
    const members = Object.entries(parseRow(scanner, scanner.data)).filter(([name]) => keeps(name));
    this.#rows.push(Object.fromEntries(members));
  }

  take(): readonly Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

function parseRow(scanner: MessageScanner, span: Span): Row {
  // The scanner has found that it is an object.
  return JSON.parse(exactNumbers(scanner.textOf(span), maxDepth)) as Row;
}

/** Refuses a row that a reader would take for the mark of a failed stream. */
function checkReserved(scanner: MessageScanner, source: Buffer): void {
  let at = scanner.data.start + 1;
  while (source[at] === 0x20) at += 1;
  if (source[at + 1] !== reservedStart[1] || source[at + 2] !== reservedStart[2]) return;
  if (source.compare(reservedStart, 0, reservedStart.length, at, at + reservedStart.length) !== 0) return;
  if (Object.keys(parseRow(scanner, scanner.data)).length === 1)
    throw new BrokenLine(`its only member is "${reservedKey}", which marks a failure`);
}
