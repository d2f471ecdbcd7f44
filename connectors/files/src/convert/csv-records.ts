import type { CsvFormat } from "../csv/csv-format.js";
import { type CsvRecord, isEmptyLine, RecordReader } from "../csv/record-reader.js";
import { FileFault } from "./file-fault.js";
import { readFile, readUtf8 } from "./read-file.js";

/** Which records of a CSV file are its rows. */
export interface CsvRows {
  /** Path of the file, whose text is UTF-8. */
  readonly path: string;
  readonly format: CsvFormat;
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  /** Whether an empty line is a row. */
  readonly keepsEmptyLines: boolean;
}

/**
 * Reads the rows of a CSV file.
 *
 * @param rows - The file, and which of its records are rows
 * @returns The rows in order
 * @throws FileFault when quotes are not closed
 */
export async function* csvRecords({
  path,
  format,
  skippedLines,
  hasHeader,
  keepsEmptyLines,
}: CsvRows): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(format);
  const decoder = new TextDecoder();
  let isHeader = hasHeader;
  const isRow = (record: CsvRecord): boolean => {
    if (record.line < skippedLines) return false;
    if (!keepsEmptyLines && isEmptyLine(record)) return false;
    const skipped = isHeader;
    isHeader = false;
    return !skipped;
  };
  for await (const piece of readUtf8(path)) {
    for (const record of reader.read(decoder.decode(piece, { stream: true })))
      if (isRow(record)) yield record;
  }
  for (const record of reader.finish()) if (isRow(record)) yield record;
  if (reader.openLine !== undefined) throw openQuote(format, reader.openLine + 1);
}

/**
 * Creates the fault for a quote that is never closed.
 *
 * @param format - The format
 * @param line - Number of the line, from 1, at which its record begins
 * @returns The fault
 */
export function openQuote({ quote }: CsvFormat, line: number): FileFault {
  return new FileFault(
    `the quote ${quote} that opens in line ${line} or after it is not closed`,
    `Correct the file, or state "quote": "" in the file .table.json if the character is a part of the text.`,
  );
}

/** Bytes at the start of a file from which its format is found. */
const examinedBytes = 2 ** 20;

/** Maximum number of bytes of a file whose first records are longer. */
const maxExaminedBytes = 2 ** 25;

/** The beginning of a file. */
export interface Beginning {
  /** Its text, without a byte order mark. */
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly isAll: boolean;
}

/**
 * Reads the beginning of a file: a mebibyte, or more if that has fewer than three lines.
 *
 * @param path - Path of the file, whose text is UTF-8
 * @returns The beginning
 */
export async function readBeginning(path: string): Promise<Beginning> {
  const pieces: Buffer[] = [];
  let [size, lines] = [0, 0];
  let isAll = true;
  // A piece may be short, such as that of a small gzip member.
  for await (const piece of readFile(path)) {
    if (size >= maxExaminedBytes || (size >= examinedBytes && lines > 2)) {
      isAll = false;
      break;
    }
    pieces.push(piece);
    size += piece.length;
    for (let at = piece.indexOf(0x0a); at !== -1 && lines <= 2; at = piece.indexOf(0x0a, at + 1)) lines++;
  }
  return { text: new TextDecoder().decode(Buffer.concat(pieces), { stream: !isAll }), isAll };
}
