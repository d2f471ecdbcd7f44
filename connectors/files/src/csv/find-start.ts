import { kindOf } from "./cell-kind.js";
import { findHeader } from "./find-header.js";
import { type CsvRecord, isEmptyLine } from "./record-reader.js";

/** Where the table of a file begins. */
export interface TableStart {
  /** Index of its first record. */
  readonly index: number;
  /** Number of cells of most of its records. */
  readonly width: number;
  /** Share of its records that have as many cells. */
  readonly share: number;
  /**
   * Whether the records before it are a title: `none` if there are none, `certain` if the file shows it, `likely` if they
   * could also be a part of the table.
   */
  readonly title: "none" | "certain" | "likely";
}

/** Maximum number of records of a title. */
const maxTitle = 20;

/**
 * Finds where the table of a file begins: at its first record, or after a title. A title is a block of up to 20
 * records with fewer filled cells than the table, before at least two records that have as many cells as nearly all after
 * them.
 *
 * @param records - The first records of the file, with empty lines
 * @param delimiter - Character between their cells
 * @returns The start
 */
export function findStart(records: readonly CsvRecord[], delimiter: string): TableStart {
  const first = Math.max(
    0,
    records.findIndex((record) => filledCells(record) > 0),
  );
  const plain = startAt(records, first, "none");
  const filled = records[first] === undefined ? 0 : filledCells(records[first]);
  const isNamed = plain.width > 1 && filled * 2 > plain.width;
  if (isNamed && plain.share >= 0.9) return plain;
  const title = findTitle(records, first, delimiter);
  if (title === undefined) return plain;
  // A first record with several cells is a header, unless the file shows that it is not.
  return plain.width > 1 && title.title === "likely" ? plain : title;
}

/** What the records of a title have. */
export interface TitleContent {
  /** Whether some of them are a table of their own: names above two rows or more of the same three cells or more. */
  readonly hasTable: boolean;
  /** The first of them with several cells, if there are two or more. Default: there is none. */
  readonly cells?: readonly string[];
}

/**
 * Finds whether a title has more than sentences, so that its cells could be rows.
 *
 * @param title - Its records, with empty lines
 * @returns What it has
 */
export function titleContent(title: readonly CsvRecord[]): TitleContent {
  const [first, second] = title.filter((record) => filledCells(record) > 1);
  return {
    hasTable: blocksOf(title).some(isTable),
    ...(first !== undefined && second !== undefined && { cells: first.cells }),
  };
}

/** Divides records at empty lines. */
function blocksOf(records: readonly CsvRecord[]): ReadonlyArray<readonly CsvRecord[]> {
  const blocks: CsvRecord[][] = [[]];
  for (const record of records) {
    if (filledCells(record) === 0) blocks.push([]);
    else blocks.at(-1)?.push(record);
  }
  return blocks;
}

/** Reports whether a block ends with a table. A sentence may precede it. */
function isTable(block: readonly CsvRecord[]): boolean {
  const width = block.at(-1)?.cells.length ?? 0;
  const others = block.findLastIndex(({ cells }) => cells.length !== width);
  const [header, ...rows] = block.slice(others + 1);
  return width > 2 && header !== undefined && rows.length > 1 && findHeader(header, rows).hasContrast;
}

/**
 * Returns the start of a file without a title.
 *
 * @param records - Its first records, with empty lines
 */
export function plainStart(records: readonly CsvRecord[]): TableStart {
  const first = records.findIndex((record) => !isEmptyLine(record));
  return startAt(records, Math.max(0, first), "none");
}

function findTitle(records: readonly CsvRecord[], first: number, delimiter: string): TableStart | undefined {
  for (let index = first + 1; index <= first + maxTitle && index < records.length - 1; index++) {
    const header = records[index];
    if (header === undefined || filledCells(header) < 2) continue;
    const before = records.slice(first, index).filter((record) => filledCells(record) > 0);
    if (before.some((record) => filledCells(record) >= filledCells(header))) continue;
    const start = startAt(records, index, "likely");
    const rows = rowsAfter(records, index);
    if (rows.length === 0 || start.share < 0.9) continue;
    // A list of numbers with decimal commas is one column.
    if (delimiter === "," && [header, ...rows].every(isDecimal)) continue;
    const { hasHeader, hasContrast } = findHeader(header, rows);
    const isCertain =
      (hasHeader && before.every(({ cells }) => /^#./.test(cells[0] ?? ""))) ||
      (hasContrast && (rows.length > 1 || header.cells.length > 2)) ||
      (hasHeader && !isProse([header, ...rows]) && isApart(records.slice(first, index), header, rows.length));
    return { ...start, title: isCertain ? "certain" : "likely" };
  }
  return undefined;
}

function isDecimal({ cells }: CsvRecord): boolean {
  return cells.length === 1 || (cells.length === 2 && kindOf(cells.join(",")) === "number");
}

/**
 * Returns whether a title is padded with delimiters to the width of the table, or an empty line separates it from a table
 * of two rows or more.
 */
function isApart(title: readonly CsvRecord[], header: CsvRecord, rows: number): boolean {
  const width = header.cells.length;
  const isPadded = title
    .filter((record) => !isEmptyLine(record))
    .every(({ cells }) => cells.length === width && width > 2 && cells.slice(1).every((text) => text === ""));
  return isPadded || (rows > 1 && title.slice(-1).some((above) => filledCells(above) === 0));
}

/**
 * Returns whether most cells after a delimiter begin with a space, as words after a comma in a sentence do.
 *
 * @param records - The records
 */
export function isProse(records: readonly CsvRecord[]): boolean {
  const later = records.flatMap(({ cells, quoted }) =>
    cells.slice(1).filter((_, index) => quoted[index + 1] === false),
  );
  return later.filter((text) => text.startsWith(" ")).length * 2 > later.length;
}

function startAt(records: readonly CsvRecord[], index: number, title: TableStart["title"]): TableStart {
  const width = records[index]?.cells.length ?? 1;
  const after = rowsAfter(records, index);
  // The last record may be cut, or be a total.
  const rows = after.length > 1 ? after.slice(0, -1) : after;
  const isCut = after.length === 1 && rows.every(({ cells }) => cells.length > 1 && cells.length < width);
  const same = isCut ? 1 : rows.filter(({ cells }) => cells.length === width).length;
  return { index, width, share: rows.length === 0 ? 1 : same / rows.length, title };
}

function rowsAfter(records: readonly CsvRecord[], index: number): readonly CsvRecord[] {
  return records.slice(index + 1).filter((record) => !isEmptyLine(record));
}

function filledCells({ cells }: CsvRecord): number {
  return cells.filter((text) => text.trim() !== "").length;
}
