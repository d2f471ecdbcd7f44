import { kindOf } from "./cell-kind.js";
import type { CsvFormat } from "./csv-format.js";
import type { CsvSettings } from "./csv-settings.js";
import { findHeader } from "./find-header.js";
import { findStart, isProse, plainStart, type TableStart, titleContent } from "./find-start.js";
import { type CsvRecord, isEmptyLine, readRecords } from "./record-reader.js";

/** How a CSV file is read: a hypothesis from its first records and its name, which its other records must confirm. */
export interface CsvHypothesis {
  readonly format: CsvFormat;
  readonly hasHeader: boolean;
  /** Number of lines before the header or the first row. */
  readonly skippedLines: number;
  /** Whether a line end in quotes is within the skipped lines. */
  readonly isSkippedByRecords: boolean;
  /** Texts of the header; texts of the first row if there is no header. */
  readonly first: readonly string[];
  /** The first record of several before the header that have several cells. Default: there are none. */
  readonly skippedCells?: readonly string[];
  /** What the first records leave open, as the end of a sentence. Default: nothing. */
  readonly doubt?: string;
}

/** The beginning of a CSV file, and what is known about it. */
export interface FormatSample {
  /** Its text, without a byte order mark. */
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly isAll: boolean;
  /** Whether the name of the file says that tabs separate cells. */
  readonly isTsv: boolean;
  readonly settings: CsvSettings;
}

/** Maximum number of records that are compared. */
const maxRecords = 1000;

const delimiters = [",", ";", "\t", "|"];

/** What lowers the score of a format because lines before the table would be a title. */
const titlePenalty = { none: 0, certain: 0.1, likely: 0.3 } as const;

/** A format, and what the first records say about it. */
interface Candidate {
  readonly format: CsvFormat;
  readonly text: string;
  readonly isAll: boolean;
  readonly records: readonly CsvRecord[];
  readonly start: TableStart;
  readonly oddQuotes: number;
  /** A larger number is better. Only candidates with several columns are compared by it. */
  readonly score: number;
}

/**
 * Finds how a CSV file is read from its first records and its name. What the settings state is not examined.
 *
 * @param sample - The beginning of the file
 * @returns The hypothesis
 */
export function detectFormat(sample: FormatSample): CsvHypothesis {
  const stated = statedLine(sample.text);
  const settings = { ...stated.settings, ...sample.settings };
  const known = { ...sample, settings, text: sample.text };
  const quoted = formatsOf(known).map((format) => candidateOf(format, known));
  const literal = settings.quote === undefined ? quoted.filter(hasLiteralQuotes) : [];
  const candidates = [
    ...quoted,
    ...literal.map(({ format: { delimiter } }) => candidateOf({ delimiter, quote: "", escape: "" }, known)),
  ];
  const best = bestOf(candidates, settings.delimiter);
  const { hasHeader } =
    settings.header === undefined
      ? findHeader(
          recordAt(best),
          best.records.slice(best.start.index + 1).filter((one) => !isEmptyLine(one)),
        )
      : { hasHeader: settings.header };
  const firstLine = best.records[0]?.line ?? 0;
  const title =
    settings.skip === undefined ? titleContent(best.records.slice(0, best.start.index)) : undefined;
  const doubt =
    title?.hasTable === true
      ? `the ${linesBefore(best)} may be another table, whose rows would be skipped`
      : sample.settings.delimiter === undefined
        ? doubtOf(best, candidates, sample.settings)
        : undefined;
  return {
    format: best.format,
    hasHeader,
    skippedLines: recordAt(best).line,
    isSkippedByRecords: recordAt(best).line - firstLine !== best.start.index,
    first: recordAt(best).cells,
    ...(title?.cells !== undefined && { skippedCells: title.cells }),
    ...(doubt !== undefined && { doubt }),
  };
}

/** Reads the line with which Excel states the delimiter of a file. */
function statedLine(text: string): { readonly settings: CsvSettings } {
  const [, delimiter] = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return { settings: delimiter === undefined ? {} : { delimiter, skip: 1 } };
}

/** Returns the formats that are possible, the usual ones first. */
function formatsOf({ settings, text }: FormatSample): readonly CsvFormat[] {
  const { delimiter, quote, escape } = settings;
  const usual = quote ?? '"';
  const quotes: Array<Omit<CsvFormat, "delimiter">> = [{ quote: usual, escape: escape ?? usual }];
  if (escape === undefined && usual !== "" && text.includes(`\\${usual}`))
    quotes.push({ quote: usual, escape: "\\" });
  if (quote === undefined && /(?:^|[,;|\t\r\n])'/.test(text))
    quotes.push({ quote: "'", escape: escape ?? "'" });
  if (usual !== "" && /[,;|\t] +./.test(text) && text.includes(` ${usual}`))
    quotes.push({ quote: usual, escape: escape ?? usual, isPadded: true });
  return quotes.flatMap((one) =>
    (delimiter === undefined ? delimiters : [delimiter])
      .filter((candidate) => candidate !== one.quote)
      .map((candidate) => ({ delimiter: candidate, ...one })),
  );
}

function candidateOf(format: CsvFormat, { text, isAll, isTsv, settings }: FormatSample): Candidate {
  const { skip } = settings;
  const all = readRecords(text, format, { isAll, max: maxRecords });
  const records = skip === undefined ? all : all.filter(({ line }) => line >= skip);
  const start = skip === undefined ? findStart(records, format.delimiter) : plainStart(records);
  const table = records.slice(start.index).filter((record) => !isEmptyLine(record));
  const oddQuotes = table.filter((record) => record.oddQuotes > 0).length / Math.max(1, table.length);
  const isNamed = isTsv && format.delimiter === "\t";
  const score =
    start.share +
    shareOfClean(table, format) / 2 +
    Math.min(start.width, 10) / 100 +
    (isNamed ? 1 : 0) -
    titlePenalty[start.title] -
    oddQuotes -
    usualness(format, table);
  return { format, text, isAll, records, start, oddQuotes, score };
}

/** Reports whether more cells have a quote where none can be than are in quotes: quotes are a part of the text. */
function hasLiteralQuotes({ format, records, start }: Candidate): boolean {
  if (format.quote !== '"' || format.escape !== '"' || format.isPadded === true) return false;
  let [odd, enclosed] = [0, 0];
  for (const { oddQuotes, quoted } of records.slice(start.index)) {
    odd += oddQuotes;
    enclosed += quoted.filter(Boolean).length;
  }
  return odd > enclosed;
}

/** Returns what makes a format unusual, as a part of a score. */
function usualness({ quote, isPadded }: CsvFormat, table: readonly CsvRecord[]): number {
  if (quote === "") return 0.05;
  if (isPadded === true) return 0.03;
  if (quote !== "'") return 0;
  // An apostrophe is a quote only if it is around every cell, or the file makes no sense otherwise.
  const filled = table.flatMap(({ cells, quoted }) =>
    cells.map((text, index) => text === "" || quoted[index] === true),
  );
  return filled.length > 1 && filled.every(Boolean) ? -0.05 : 0.5;
}

/** Returns the share of cells that are in quotes, are values, or have no character that could separate cells. */
function shareOfClean(records: readonly CsvRecord[], { delimiter }: CsvFormat): number {
  const others = delimiters.filter((candidate) => candidate !== delimiter && candidate !== ",");
  let [clean, count] = [0, 0];
  for (const { cells, quoted } of records) {
    for (const [index, text] of cells.entries()) {
      count++;
      const isClean =
        quoted[index] === true ||
        !(others.some((other) => text.includes(other)) || (delimiter !== "," && /,\S/.test(text))) ||
        kindOf(text) !== "text";
      if (isClean) clean++;
    }
  }
  return count === 0 ? 1 : clean / count;
}

/** A character that no text has, as the delimiter of files with one column. */
export const noDelimiter = "\u001F";

/** Returns the best candidate with several columns; if there is none, the file has a single column. */
function bestOf(candidates: readonly Candidate[], stated: string | undefined): Candidate {
  const wide = candidates.filter(isWide).map((one) => withUsualQuotes(one, candidates));
  wide.sort((a, b) => b.score - a.score);
  const [best = candidates.toSorted((a, b) => singleScore(b) - singleScore(a))[0]] = wide;
  if (best === undefined) throw new TypeError("Could not read a CSV file: expected a format, got none.");
  if (stated !== undefined || wide.length > 0) return best;
  const { format, text, isAll, records } = best;
  const single = { ...format, delimiter: noDelimiter, isPadded: false };
  const read = readRecords(text, single, { isAll, max: maxRecords });
  const used = new Set(records.map(({ line }) => line));
  const whole = read.filter(({ line }) => line >= Math.min(...used));
  return { ...best, format: single, records: whole, start: plainStart(whole) };
}

/** Raises the score of apostrophes as quotes where all records have as many cells only with them. */
function withUsualQuotes(candidate: Candidate, candidates: readonly Candidate[]): Candidate {
  const { format, start, oddQuotes, score } = candidate;
  if (format.quote !== "'" || start.share < 1 || oddQuotes > 0) return candidate;
  const other = candidates.find(
    (one) => one.format.delimiter === format.delimiter && one.format.quote === '"',
  );
  return other !== undefined && other.start.index === start.index && other.start.share < 1
    ? { ...candidate, score: score + 0.5 }
    : candidate;
}

function isWide({ start, oddQuotes, records }: Candidate): boolean {
  if (start.width < 2 || oddQuotes > 0.5 || start.title === "likely") return false;
  const [header, ...rows] = records.slice(start.index).filter((record) => !isEmptyLine(record));
  const divided = rows.filter(({ cells }) => cells.length > 1).length;
  // A row or two may be cut, so that the header decides.
  const isHeaderAlone = rows.length <= 2 && header !== undefined && !isProse([header]);
  return isHeaderAlone || divided * 2 > rows.length;
}

/** Returns how well a format fits a file with a single column, where only quotes matter. */
function singleScore({ records, format, oddQuotes }: Candidate): number {
  const isDivided = records.some(({ cells }) => cells.length > 1);
  return (isDivided ? 0 : 1) - oddQuotes - usualness(format, records);
}

/** Returns what the first records leave open. */
function doubtOf(
  best: Candidate,
  candidates: readonly Candidate[],
  settings: CsvSettings,
): string | undefined {
  const [other] = candidates
    .filter((one) => one.format.delimiter !== best.format.delimiter && isWide(one))
    .toSorted((a, b) => b.score - a.score);
  if (isWide(best) && other !== undefined && best.score - other.score < 0.05)
    return `its cells may be separated by ${shown(best.format.delimiter)} or by ${shown(other.format.delimiter)}`;
  const likely = candidates.find(
    ({ start, records }) =>
      start.title === "likely" && (records.length > 4 || !isProse(records.slice(start.index))),
  );
  if (!isWide(best) && likely !== undefined && likely.start.share === 1)
    return `the ${linesBefore(likely)} may be a title, or all of its lines may be one column`;
  const table = candidates.find((one) => !isWide(one) && isMostlyWide(one));
  if (!isWide(best) && table !== undefined && settings.skip === undefined)
    return `its first line is not divided by ${shown(table.format.delimiter)}, but most others are`;
  return undefined;
}

/** Returns whether most records, though not the first one, have the same three cells or more. */
function isMostlyWide({ records }: Candidate): boolean {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const most = Math.max(0, ...[...counts].filter(([width]) => width > 2).map(([, count]) => count));
  return records.length > 3 && most * 5 >= records.length * 3 && !isProse(records);
}

function linesBefore(candidate: Candidate): string {
  const { line } = recordAt(candidate);
  return line === 1 ? "first line" : `first ${line} lines`;
}

function recordAt({ records, start }: Candidate): CsvRecord {
  return records[start.index] ?? { cells: [], quoted: [], line: 0, oddQuotes: 0 };
}

/** Returns a delimiter as it is shown to people. */
export function shown(delimiter: string): string {
  return delimiter === "\t" ? "tabs" : `"${delimiter}"`;
}
