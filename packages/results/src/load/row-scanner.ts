import { Buffer, isUtf8 } from "node:buffer";
import { addMarkedNumber, type ColumnFacts, hasSameFacts, kinds, noFacts } from "../types/column-facts.js";
import { textKind } from "../types/date-text.js";
import { markStart } from "../types/number-mark.js";
import {
  afterSpace,
  codes,
  endOfNested,
  endOfNumber,
  endOfText,
  endOfWord,
  type Lines,
  linesOf,
  valueAfter,
} from "./json-tokens.js";
import { isAt, type Spelling, spellingOf, startsWith } from "./spelling.js";

/** Options of {@link RowScanner}. */
export interface RowScannerOptions {
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** Names of the members to load besides the declared ones, in lower case; `undefined` loads all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** A column that was declared or found in a row. */
export interface ScannedColumn {
  /** Name of the member. */
  readonly key: string;
  /** Type that the connector declares; empty when it does not declare one. */
  readonly declared: string;
  /** Facts about its values so far. */
  readonly facts: ColumnFacts;
}

/** Rows without the members that are not loaded. */
export interface ScannedRows {
  readonly rows: number;
  /** Complete lines. */
  readonly lines: Uint8Array;
  /** The columns that are new or whose facts have changed, in the order of their first values. */
  readonly changed: readonly ScannedColumn[];
  /** Maximum number of bytes of a row. */
  readonly maxRowBytes: number;
}

/** A member as rows write it. */
interface Member {
  readonly spelling: Spelling;
  /** `undefined` for a member that is not loaded. */
  readonly column: FoundColumn | undefined;
  /** The member that followed it in the last row. Most rows have the same members in the same order. */
  next: Member | undefined;
}

interface FoundColumn {
  readonly key: string;
  readonly declared: string;
  facts: ColumnFacts;
  /** Name and colon, for rows without the members that are not loaded. */
  readonly prefix: Uint8Array;
  /** Number of the last row with this member. */
  lastRow: number;
}

const numberMark = Buffer.from(markStart);

/**
 * Checks rows of NDJSON without parsing them, and determines the facts that the types of their columns depend on. Reads
 * every byte once.
 */
export class RowScanner {
  readonly #names: ReadonlySet<string> | undefined;
  readonly #declared: ReadonlySet<string>;
  readonly #columns: FoundColumn[];
  readonly #members = new Map<string, Member>();
  /** What precedes the first member of a row. */
  readonly #start: Member = {
    spelling: spellingOf(new Uint8Array()),
    column: undefined,
    next: undefined,
  };
  /** Begins with the bytes of the current lines without the members that are not loaded. */
  #kept: Uint8Array = new Uint8Array();
  #keptLength = 0;
  #row = 0;
  /** Index of the value of the member that was found last. */
  #valueStart = 0;

  /** @param options - The columns */
  constructor({ declared, names }: RowScannerOptions) {
    this.#names = names;
    this.#declared = new Set(declared.map(({ key }) => key));
    this.#columns = declared.map(columnWith);
  }

  /**
   * Scans rows. They are plain if the engine can read them unchanged. It would not report some texts that are not
   * JSON, would round some numbers, rejects some names, and does not know the mark of a connector. Rows with any of
   * these are not plain: the mark of a failure, an empty line, anything but one object on a line, numbers that the
   * engine would change, half of a surrogate pair, a member name that occurs twice, and bytes that are not UTF-8.
   *
   * @param lines - Complete lines, each with its line feed
   * @param isChecked - Whether the client has checked that no row is the mark of a failure. Default: `false`
   * @returns The rows; `undefined` when some are not plain, and then no fact about them is recorded
   */
  scan(lines: Uint8Array, isChecked = false): ScannedRows | undefined {
    const { length } = lines;
    if (length === 0) return { rows: 0, lines, changed: [], maxRowBytes: 0 };
    // No token goes beyond a line feed at the end.
    if (lines[length - 1] !== codes.lineFeed || !isUtf8(lines)) return undefined;
    const before = this.#columns.map(({ facts }) => ({ ...facts }));
    const firstRow = this.#row;
    if (this.#names !== undefined && this.#kept.length < length) this.#kept = new Uint8Array(length);
    this.#keptLength = 0;
    const all = linesOf(lines);
    let maxRowBytes = 0;
    for (let start = 0; start < length; ) {
      this.#row += 1;
      const end = this.#endOfRow(all, start, isChecked);
      if (end === -1) {
        this.#restore(before);
        return undefined;
      }
      if (end - start > maxRowBytes) maxRowBytes = end - start;
      start = end;
    }
    const kept = this.#names === undefined ? lines : this.#kept.slice(0, this.#keptLength);
    return { rows: this.#row - firstRow, lines: kept, changed: this.#changedSince(before), maxRowBytes };
  }

  #changedSince(before: readonly ColumnFacts[]): readonly ScannedColumn[] {
    return this.#columns.flatMap(({ key, declared, facts }, index) => {
      const last = before[index];
      const isSame = last !== undefined && hasSameFacts(facts, last);
      return isSame ? [] : [{ key, declared, facts: { ...facts } }];
    });
  }

  /** Restores the columns and their facts. */
  #restore(before: readonly ColumnFacts[]): void {
    this.#columns.length = before.length;
    for (const [index, facts] of before.entries()) {
      const column = this.#columns[index];
      if (column !== undefined) column.facts = facts;
    }
    this.#start.next = undefined;
    this.#members.clear();
  }

  /** Returns the index after the line feed of a row, or -1 when the row is not plain. */
  #endOfRow(lines: Lines, start: number, isChecked: boolean): number {
    const { bytes } = lines;
    if (bytes[start] !== codes.openObject) return -1;
    const firstKept = this.#keptLength + 1;
    const isKept = this.#names !== undefined;
    if (isKept) this.#kept[this.#keptLength++] = codes.openObject;
    let position = afterSpace(bytes, start + 1);
    if (!isChecked && mayBeMark(bytes, position)) return -1;
    for (let last = this.#start; ; ) {
      const member = this.#memberAt(lines, position, last);
      if (member === undefined) break;
      last = member;
      const { column } = member;
      const from = this.#valueStart;
      const end = this.#endOfValue(lines, from, column);
      if (end === -1) return -1;
      if (isKept && column !== undefined) {
        if (this.#keptLength > firstKept) this.#kept[this.#keptLength++] = codes.comma;
        this.#keep(column.prefix, 0, column.prefix.length);
        this.#keep(bytes, from, end);
      }
      position = end;
    }
    position = afterSpace(bytes, position);
    if (bytes[position] !== codes.closeObject) return -1;
    position = afterSpace(bytes, position + 1);
    if (bytes[position] !== codes.lineFeed) return -1;
    if (isKept) {
      this.#kept[this.#keptLength++] = codes.closeObject;
      this.#kept[this.#keptLength++] = codes.lineFeed;
    }
    return position + 1;
  }

  #keep(bytes: Uint8Array, start: number, end: number): void {
    const kept = this.#kept;
    let length = this.#keptLength;
    for (let position = start; position < end; position += 1) kept[length++] = bytes[position] ?? 0;
    this.#keptLength = length;
  }

  /**
   * Returns the member after a position, and sets the start of its value. Returns `undefined` when there is none, it is
   * not plain, or it occurs twice in the row.
   */
  #memberAt(lines: Lines, position: number, last: Member): Member | undefined {
    let found = last.next;
    if (found !== undefined && isAt(lines, position, found.spelling))
      this.#valueStart = position + found.spelling.length;
    else {
      found = this.#findMember(lines, position, last === this.#start);
      if (found === undefined) return undefined;
      last.next = found;
    }
    // White space after the colon.
    if ((lines.bytes[this.#valueStart] ?? 0) <= codes.space)
      this.#valueStart = afterSpace(lines.bytes, this.#valueStart);
    const { column } = found;
    if (column !== undefined) {
      if (column.lastRow === this.#row) return undefined;
      column.lastRow = this.#row;
    }
    return found;
  }

  #findMember(lines: Lines, from: number, isFirst: boolean): Member | undefined {
    const { bytes } = lines;
    let start = afterSpace(bytes, from);
    if (!isFirst) {
      if (bytes[start] !== codes.comma) return undefined;
      start = afterSpace(bytes, start + 1);
    }
    if (bytes[start] !== codes.quote) return undefined;
    const end = endOfText(lines, start + 1);
    if (end === -1) return undefined;
    this.#valueStart = valueAfter(bytes, end);
    if (this.#valueStart === -1) return undefined;
    // White space after the colon is not part of the spelling, so that it may differ.
    const colon = bytes.indexOf(codes.colon, end) + 1;
    const spelling = bytes.slice(from, colon);
    const text = Buffer.from(spelling).toString();
    const known = this.#members.get(text);
    if (known !== undefined) return known;
    const column = this.#columnOf(String(JSON.parse(Buffer.from(bytes.subarray(start, end)).toString())));
    const added = { spelling: spellingOf(spelling), column, next: undefined };
    this.#members.set(text, added);
    return added;
  }

  #columnOf(key: string): FoundColumn | undefined {
    const isLoaded =
      this.#names === undefined || this.#declared.has(key) || this.#names.has(key.toLowerCase());
    if (!isLoaded) return undefined;
    const known = this.#columns.find((column) => column.key === key);
    if (known !== undefined) return known;
    const column = columnWith({ key, declared: "" });
    this.#columns.push(column);
    return column;
  }

  /** Returns the index after a value, or -1. */
  #endOfValue(lines: Lines, start: number, column: FoundColumn | undefined): number {
    const { bytes } = lines;
    const facts = column?.facts;
    const byte = bytes[start] ?? 0;
    if (byte === codes.quote) {
      const end = endOfText(lines, start + 1);
      if (facts !== undefined && end !== -1) addText(facts, bytes, { start, end });
      return end;
    }
    if (byte === codes.minus || (byte >= codes.zero && byte <= codes.nine))
      return endOfNumber(bytes, start, facts);
    if (byte !== codes.openObject && byte !== codes.openArray) return endOfWord(bytes, start, facts);
    if (facts !== undefined) facts.kinds |= kinds.nested;
    return endOfNested(lines, start);
  }
}

function columnWith({ key, declared }: { readonly key: string; readonly declared: string }): FoundColumn {
  return { key, declared, facts: noFacts(), prefix: Buffer.from(`${JSON.stringify(key)}:`), lastRow: 0 };
}

function addText(
  facts: ColumnFacts,
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  if (bytes[start + 1] === numberMark[1] && startsWith(bytes, start, numberMark)) {
    const mark = start + numberMark.length;
    addMarkedNumber(facts, Buffer.from(bytes.subarray(mark, end - 1)).toString("latin1"));
  } else if ((facts.kinds & kinds.text) === 0) facts.kinds |= textKind(bytes, start + 1, end - 1);
}

/** Returns whether the first name of a row can be that of a mark, `__streamError`, in any spelling. */
function mayBeMark(bytes: Uint8Array, position: number): boolean {
  const [first, second] = [bytes[position + 1], bytes[position + 2]];
  if (first === codes.backslash) return true;
  return first === codes.underscore && (second === codes.underscore || second === codes.backslash);
}
