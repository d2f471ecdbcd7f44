import type { Buffer } from "node:buffer";
import {
  FixedText,
  inQuotes,
  quoteIfEmpty,
  type ValueWriter,
  type WrittenColumn,
  writeBase64,
  writeCheckedJson,
  writeCsvNumber,
  writeCsvText,
  writeJsonNumber,
  writeJsonText,
  writeJsonValue,
} from "@wellhead/rows";
import { decodedWriter, nameColumns, type StreamNotice, TextCodec } from "@wellhead/sql";
import type { ResultColumn } from "../protocol/result-column.js";
import { type ColumnKind, columnKindOf } from "./value-kind.js";
import { writeBits, writeDouble, writeSigned, writeSingle, writeUnsigned } from "./write-binary-number.js";
import { momentWriter, timeWriter } from "./write-moment.js";

interface ValueWriters {
  readonly json: ValueWriter;
  readonly csv: ValueWriter;
}

/** Columns that are declared `latin1` but contain text in another encoding. */
export interface MisdeclaredColumns {
  /** Their indexes, from zero. */
  readonly columns: ReadonlySet<number>;
  /** Codec of their actual encoding. */
  readonly codec: TextCodec;
}

/** Counts the dates of a result that do not exist, and that rows have as `null`. */
export class UnrealDates {
  readonly #counts = new Map<string, number>();

  /**
   * Returns a function that counts a date.
   *
   * @param column - Name of its column
   */
  counterOf(column: string): () => void {
    return () => void this.#counts.set(column, (this.#counts.get(column) ?? 0) + 1);
  }

  /** Returns what an operator should know about them; `undefined` when there are none. */
  notice(): StreamNotice | undefined {
    if (this.#counts.size === 0) return undefined;
    const columns = [...this.#counts].map(([name, count]) => `${name} (${count})`).join(", ");
    const count = [...this.#counts.values()].reduce((sum, found) => sum + found, 0);
    return {
      message: "Sent null for dates that do not exist, such as 0000-00-00",
      details: { count, columns },
    };
  }
}

/** The encoding that the servers call `latin1`. */
const latin1 = new TextCodec("windows-1252");

const yes = new FixedText("true");
const no = new FixedText("false");

/** Flag of numbers with leading zeros. */
const zerofill = 64;

/** Writers that do not depend on other properties of the column. */
const simple: ReadonlyMap<ColumnKind, ValueWriters> = new Map([
  ["integer", both(writeSigned)],
  ["unsigned", both(writeUnsigned)],
  ["single", both(writeSingle)],
  ["double", both(writeDouble)],
  ["decimal", { json: writeJsonNumber, csv: writeCsvNumber }],
  ["json", { json: writeJsonValue, csv: writeCsvText }],
  ["checked-json", { json: writeCheckedJson, csv: writeCsvText }],
  ["bytes", { json: inQuotes(writeBase64), csv: quoteIfEmpty(writeBase64) }],
  ["text", { json: writeJsonText, csv: writeCsvText }],
]);

/** What is known about the columns of a result. */
export interface WrittenColumnsOptions {
  /** Columns whose actual encoding differs from the declared one. Default: none. */
  readonly misdeclared?: MisdeclaredColumns | undefined;
  /** Counts dates that do not exist. Default: nobody asks for them. */
  readonly dates?: UnrealDates;
}

/**
 * Returns the names and writers for the columns of a result.
 *
 * @param columns - Columns as the server describes them
 * @param options - What is known about them
 * @returns Names and writers
 * @throws ConnectorError `upstream_invalid` when a row could be mistaken for the mark of a failed stream
 */
export function writtenColumns(
  columns: readonly ResultColumn[],
  { misdeclared, dates = new UnrealDates() }: WrittenColumnsOptions = {},
): readonly WrittenColumn[] {
  const names = nameColumns(columns.map(({ name }) => name));
  return columns.map((column, index) => ({
    name: names[index] ?? "",
    ...(misdeclared?.columns.has(index) === true && columnKindOf(column) === "text"
      ? misdeclaredWriters(misdeclared.codec)
      : writersOf(column, dates.counterOf(names[index] ?? ""))),
  }));
}

/**
 * Restores the original bytes before decoding: the server converted them from latin1, which maps every byte to a
 * character.
 */
function misdeclaredWriters(codec: TextCodec): ValueWriters {
  const decode = (bytes: Buffer) => {
    const original = latin1.encode(bytes.toString());
    return original && codec.decode(original);
  };
  return { json: decodedWriter(decode, writeJsonText), csv: decodedWriter(decode, writeCsvText) };
}

function writersOf(column: ResultColumn, onUnreal: () => void): ValueWriters {
  const kind = columnKindOf(column);
  const { decimals, flags, length } = column;
  const moment = (timed: boolean, zone: "" | "Z") => ({
    json: momentWriter({ format: "json", decimals, zone, timed, onUnreal }),
    csv: momentWriter({ format: "csv", decimals, zone, timed, onUnreal }),
  });
  if (kind === "date") return moment(false, "");
  if (kind === "datetime") return moment(true, "");
  if (kind === "timestamp") return moment(true, "Z");
  if (kind === "time") return { json: timeWriter("json", decimals), csv: timeWriter("csv", decimals) };
  if (kind === "bit") return both(length === 1 ? writeBit : writeBits);
  const writers = simple.get(kind) ?? both(writeJsonText);
  if (kind !== "decimal" || (flags & zerofill) === 0) return writers;
  return { json: withoutZeros(writers.json), csv: withoutZeros(writers.csv) };
}

/** Returns the same writer for JSON and CSV. */
function both(write: ValueWriter): ValueWriters {
  return { json: write, csv: write };
}

/** Writes a single bit as a boolean. It is sent as a byte of 0 or 1. */
const writeBit: ValueWriter = (target, start) => {
  target.append(target.source[start] === 1 ? yes : no);
};

/** Removes leading zeros, which JSON does not allow. */
function withoutZeros(write: ValueWriter): ValueWriter {
  return (target, start, end) => {
    const { source } = target;
    let first = start;
    while (first + 1 < end && source[first] === 0x30 && isDigit(source[first + 1] ?? 0)) first += 1;
    write(target, first, end);
  };
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
