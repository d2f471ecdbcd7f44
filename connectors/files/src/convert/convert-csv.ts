import type { CsvFormat } from "../csv/csv-format.js";
import type { CsvSettings } from "../csv/csv-settings.js";
import { type CsvHypothesis, detectFormat } from "../csv/detect-format.js";
import { RecordCounter, type RecordCounts } from "../csv/record-counter.js";
import { CellWriter } from "./cell-writer.js";
import type { CsvContent, CsvTask } from "./convert-task.js";
import { CsvCopy } from "./csv-copy.js";
import { csvRecords, readBeginning } from "./csv-records.js";
import { doubtAdvice, noticesOf, refuseContradiction } from "./csv-verdict.js";
import { FileFault } from "./file-fault.js";
import { readUtf8 } from "./read-file.js";

/** Maximum bytes of a record that the engine reads itself. */
const longestRecord = 1_900_000;

/**
 * Finds how a CSV file is read, and counts its records to check that. If the engine would not read it as it is, it is
 * written as a copy, in which all rows have as many cells as the longest one. No cell is lost: missing cells become NULL,
 * and additional cells get columns without a name.
 *
 * @param task - The file and its copy
 * @returns How it is read
 * @throws FileFault when the file contradicts what its first records say
 */
export async function convertCsv(task: CsvTask): Promise<CsvContent> {
  const { path, isTsv, settings, mustCopy } = task;
  const sample = await readBeginning(path);
  const found = detectFormat({ ...sample, isTsv, settings });
  if (found.doubt !== undefined) throw new FileFault(found.doubt, doubtAdvice);
  // The engine does not leave out spaces, so that it reads a copy.
  const sampleBytes = mustCopy || found.format.isPadded === true ? undefined : task.sampleBytes;
  const { hypothesis, counts } = await checkWhole({ ...task, sampleBytes }, found);
  refuseContradiction(hypothesis, counts, settings);
  const { format, hasHeader, skippedLines } = hypothesis;
  const width = Math.max(hypothesis.first.length, ...counts.widths.keys());
  const rows = counts.records + emptyRows(hypothesis, counts) - (hasHeader ? 1 : 0);
  const content = {
    format,
    hasHeader,
    skippedLines,
    columns: namesOf(hypothesis, width),
    rows,
    lineEnd: counts.lineEnds.size === 1 ? [...counts.lineEnds][0] : undefined,
    notices: noticesOf(hypothesis, counts),
    isUnended: counts.isUnended,
  };
  const writer = new CellWriter(settings, width);
  if (sampleBytes !== undefined || (!mustCopy && isReadByEngine(hypothesis, counts) && !writer.changesCells))
    return { ...content, isCopied: false, longestLine: 0 };
  const longestLine = await writeCopy(task, { hypothesis, writer, width, rows });
  return { ...content, isCopied: true, longestLine };
}

/** A hypothesis, and what the records of the file say about it. */
interface Checked {
  readonly hypothesis: CsvHypothesis;
  readonly counts: RecordCounts;
}

/** Counts the records of a file. If quotes are where none can be, other rules for them may make sense of the file. */
async function checkWhole(task: CsvTask, hypothesis: CsvHypothesis): Promise<Checked> {
  const counts = await countRecords(task, hypothesis);
  for (const format of otherFormats(hypothesis.format, counts, task.settings)) {
    const other = await countRecords(task, { ...hypothesis, format });
    const isBetter =
      other.oddQuotes === 0 &&
      other.oddEscapes === 0 &&
      other.openLine === undefined &&
      other.widths.size <= counts.widths.size;
    if (isBetter) return { hypothesis: { ...hypothesis, format }, counts: other };
  }
  return { hypothesis, counts };
}

/** Returns the formats with other rules for quotes that the counts of a file allow. */
function otherFormats(
  format: CsvFormat,
  { oddQuotes, quotedCells, openLine }: RecordCounts,
  settings: CsvSettings,
): readonly CsvFormat[] {
  const { quote, escape } = format;
  if (quote === "" || settings.escape !== undefined || (oddQuotes === 0 && openLine === undefined)) return [];
  const isLiteral = settings.quote === undefined && oddQuotes > quotedCells;
  return [
    { ...format, escape: escape === "\\" ? quote : "\\" },
    ...(isLiteral ? [{ ...format, quote: "", escape: "", isPadded: false }] : []),
  ];
}

async function countRecords(
  { path, sampleBytes = Number.POSITIVE_INFINITY }: CsvTask,
  { format, skippedLines }: CsvHypothesis,
): Promise<RecordCounts> {
  const counter = new RecordCounter(format, skippedLines);
  let size = 0;
  for await (const piece of readUtf8(path)) {
    counter.add(piece);
    size += piece.length;
    if (size >= sampleBytes) return wholeRecords(counter.finish());
  }
  return counter.finish();
}

/** Leaves out the record that the end of the sample cuts. */
function wholeRecords(counts: RecordCounts): RecordCounts {
  if (!counts.isUnended || counts.openLine !== undefined)
    return { ...counts, openLine: undefined, isUnended: false };
  const widths = new Map(counts.widths);
  const left = (widths.get(counts.lastWidth) ?? 1) - 1;
  if (left === 0) widths.delete(counts.lastWidth);
  else widths.set(counts.lastWidth, left);
  return { ...counts, records: counts.records - 1, widths, isUnended: false };
}

/** Returns the number of empty lines that are rows: in a file with one column they are. */
function emptyRows({ first }: CsvHypothesis, { widths, emptyLines }: RecordCounts): number {
  return first.length <= 1 && widths.size <= 1 ? emptyLines : 0;
}

function namesOf({ first, hasHeader }: CsvHypothesis, width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => {
    const name = hasHeader ? (first[index] ?? "") : "";
    return name.trim() === "" ? `column${index}` : name;
  });
}

function isReadByEngine({ format, isSkippedByRecords, first }: CsvHypothesis, counts: RecordCounts): boolean {
  return (
    !isSkippedByRecords &&
    format.isPadded !== true &&
    counts.widths.size <= 1 &&
    (counts.widths.size === 0 || counts.widths.has(first.length)) &&
    counts.oddQuotes === 0 &&
    counts.oddEscapes === 0 &&
    counts.lineEnds.size <= 1 &&
    counts.longest <= longestRecord
  );
}

interface WriteCopyOptions {
  readonly hypothesis: CsvHypothesis;
  readonly writer: CellWriter;
  readonly width: number;
  /** Number of rows that were counted. */
  readonly rows: number;
}

/** Writes the copy, and compares the number of its rows with the number of rows that were counted. */
async function writeCopy(
  task: CsvTask,
  { hypothesis, writer, width, rows }: WriteCopyOptions,
): Promise<number> {
  const { format, hasHeader, skippedLines } = hypothesis;
  const from = { path: task.path, format, skippedLines, hasHeader, keepsEmptyLines: width <= 1 };
  await writer.learn(csvRecords(from), namesOf(hypothesis, width));
  const copy = new CsvCopy(task.copy);
  let written = 0;
  try {
    for await (const record of copy.paced(csvRecords(from))) {
      copy.add(writer.cellsOf(record));
      written++;
    }
    if (written !== rows) throw new FileFault(countFault(written, rows), countAdvice(format));
    return await copy.close();
  } finally {
    await copy.destroy();
  }
}

/**
 * Says that a reader returned another number of rows than were counted.
 *
 * @param read - Number of rows that were read
 * @param counted - Number of rows that were counted
 * @returns The end of a sentence
 */
export function countFault(read: number, counted: number): string {
  return `${read} rows were read, but ${counted} were counted`;
}

/**
 * Says how to fix a file whose rows were read and counted differently.
 *
 * @param format - The format with which it was read
 * @returns A sentence
 */
export function countAdvice({ quote }: CsvFormat): string {
  return `State "quote" and "escape" in the file .table.json: ${quote === "" ? "no character" : quote} was taken for the quote.`;
}
