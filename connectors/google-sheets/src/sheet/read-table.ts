import { type Http, isTooLarge, upstreamUnavailable } from "@wellhead/sdk";
import type { CellBlock } from "./cell-block.js";
import { findSheets } from "./find-sheets.js";
import { type Cells, type DateForm, readBlocks } from "./read-blocks.js";
import { RowWriter, type SheetRow } from "./row-writer.js";
import { dateKinds, type SheetTable, type TablePart } from "./sheet.js";

/**
 * Target size of a response in bytes, and the maximum rows and cells of the first request, whose response size is only
 * estimated.
 */
const size = { bytes: 2_000_000, rows: 10_000, cells: 100_000 };
/** Maximum growth of a request relative to the previous one, after a response with values and after an empty one. */
const growth = { filled: 4, empty: 16 };
/** Maximum ranges of a request. They are part of its URL. */
const maxRanges = 20;

/** Rows of one part that are requested together. */
interface Block extends CellBlock {
  readonly part: TablePart;
}

/**
 * Reads the rows of a table, block by block, to the end of its grid. Rows without values are skipped. Requests are
 * sized so that a response has about 2 MB, judging by the previous one. They grow quickly while responses are empty,
 * and are halved when a response was too large. One request reads the blocks of several small parts.
 *
 * @param http - Client of the request
 * @param table - The table and its columns
 * @returns Rows in the order of the parts, and within a part in the order of the sheet
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchGet
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export async function* readTable(http: Http, table: SheetTable): AsyncGenerator<readonly SheetRow[]> {
  // With no column of dates, those in other columns may come as they are shown.
  const hasDates = [
    ...table.columns.values(),
    ...table.parts.flatMap(({ columns }) => columns.map(({ kind }) => kind)),
  ].some((kind) => kind !== undefined && dateKinds.has(kind));
  const writers = new Map(table.parts.map((part) => [part, new RowWriter(table, part)]));
  let rows = firstRows(table);
  let next: Position = { index: 0, row: table.parts[0]?.firstRow ?? 1, before: undefined };
  for (;;) {
    const step = blocksFrom(table.parts, next, rows);
    if (step.blocks.length === 0) return;
    let found: readonly Cells[];
    try {
      found = await readOn(http, table, {
        blocks: step.blocks,
        before: next.before,
        dates: hasDates ? "serial" : "shown",
      });
      if (hasDates) found = await withShownDates(http, table, { blocks: step.blocks, found });
    } catch (error) {
      const isOneRow = rows === 1 && step.blocks.length === 1;
      if (!isTooLarge(error) || (isOneRow && next.before === undefined)) throw error;
      // Two rows may be too large even if one is not.
      if (isOneRow) next = { ...next, before: undefined };
      // At least one row of one part is requested.
      rows = Math.ceil(Math.min(rows, rowsOf(step.blocks)) / 2);
      continue;
    }
    const filled = found.map((cells) => cells.filter((row) => row.some((cell) => isFilled(cell))));
    const batch = step.blocks.flatMap(({ part }, index) =>
      (filled[index] ?? []).map((cells) => writers.get(part)?.write(cells) ?? {}),
    );
    if (batch.length > 0) yield batch;
    next = { ...step.next, before: lastRowOf(step.blocks, found) };
    rows = nextRows(
      rowsOf(step.blocks),
      filled.flat(),
      found.every((cells) => cells.length === 0),
    );
  }
}

/**
 * Replaces dates and times in columns of text, which came as numbers, by the text that the sheet shows. A number says
 * nothing about its format, so the rows are requested once more with dates as text, if a column of text has a number.
 */
async function withShownDates(
  http: Http,
  { spreadsheet, columns }: SheetTable,
  { blocks, found }: { readonly blocks: readonly Block[]; readonly found: readonly Cells[] },
): Promise<readonly Cells[]> {
  const isText = ({ part }: Block, index: number) => {
    const column = part.columns[index];
    return (
      column === undefined || (columns.get(column.id) === "text" && !dateKinds.has(column.kind ?? "text"))
    );
  };
  const hasNumber = blocks.some((block, at) =>
    (found[at] ?? []).some((row) =>
      row.some((cell, index) => typeof cell === "number" && isText(block, index)),
    ),
  );
  if (!hasNumber) return found;
  const shown = await readBlocks(http, spreadsheet, { blocks, dates: "shown" });
  return blocks.map((block, at) =>
    (found[at] ?? []).map((row, line) =>
      row.map((cell, index) => {
        const text = shown[at]?.[line]?.[index];
        return typeof cell === "number" && typeof text === "string" && isText(block, index) ? text : cell;
      }),
    ),
  );
}

function firstRows({ parts, rowLength }: SheetTable): number {
  const width = Math.max(1, ...parts.map(({ firstColumn, lastColumn }) => lastColumn - firstColumn + 1));
  const guess = [size.rows, size.cells / width, size.bytes / Math.max(1, 2 * rowLength)];
  return Math.max(1, Math.floor(Math.min(...guess)));
}

function nextRows(asked: number, found: Cells, isEmpty: boolean): number {
  const bytes = sizeOf(found);
  const maxRows = asked * (isEmpty ? growth.empty : growth.filled);
  return Math.max(1, bytes === 0 ? maxRows : Math.min(maxRows, Math.floor((asked * size.bytes) / bytes)));
}

/** Position where reading continues. */
interface Position {
  readonly index: number;
  readonly row: number;
  /** Cells of the previous row, if reading continues within a part. */
  readonly before: readonly unknown[] | undefined;
}

/**
 * Returns the cells of the last row that was read, if its part has more rows. The cells are empty if the response ended
 * before that row.
 */
function lastRowOf(blocks: readonly Block[], found: readonly Cells[]): readonly unknown[] | undefined {
  const last = blocks.at(-1);
  if (last === undefined || last.lastRow >= last.part.lastRow) return undefined;
  return found.at(-1)?.[last.lastRow - last.firstRow] ?? [];
}

/**
 * Reads blocks. The first one includes the row before it. If that row has changed, and so has the number of rows of the
 * sheet, rows were inserted or removed above. Continuing would read some rows twice or never.
 */
async function readOn(
  http: Http,
  { spreadsheet }: SheetTable,
  {
    blocks,
    before,
    dates,
  }: {
    readonly blocks: readonly Block[];
    readonly before: readonly unknown[] | undefined;
    readonly dates: DateForm;
  },
): Promise<readonly Cells[]> {
  const [first, ...others] = blocks;
  if (first === undefined || before === undefined)
    return await readBlocks(http, spreadsheet, { blocks, dates });
  const wider = [{ ...first, firstRow: first.firstRow - 1 }, ...others];
  const found = await readBlocks(http, spreadsheet, { blocks: wider, dates });
  const [again = [], ...below] = found[0] ?? [];
  if (JSON.stringify(again) !== JSON.stringify(before)) {
    // A change of the row alone proves nothing, because a formula such as NOW() has a new value each time.
    const { sheets } = await findSheets(http, spreadsheet);
    const sheet = sheets.find(({ id }) => id === first.part.sheet);
    if (sheet?.rowCount !== first.part.rowCount) {
      throw upstreamUnavailable(
        `Could not read "${first.title}" to its end: rows were inserted or removed while it was read. Read it again.`,
      );
    }
  }
  return [below, ...found.slice(1)];
}

/** Returns the next blocks, with at most the given number of rows in total, and the position after them. */
function blocksFrom(
  parts: readonly TablePart[],
  from: Position,
  rows: number,
): { readonly blocks: readonly Block[]; readonly next: Omit<Position, "before"> } {
  const blocks: Block[] = [];
  let { index, row } = from;
  for (let left = rows; left > 0 && blocks.length < maxRanges; ) {
    const part = parts[index];
    if (part === undefined) break;
    const lastRow = Math.min(part.lastRow, row + left - 1);
    if (lastRow >= row) blocks.push({ ...part, part, firstRow: row, lastRow });
    left -= Math.max(0, lastRow - row + 1);
    const isWhole = lastRow >= part.lastRow;
    if (isWhole) index += 1;
    row = isWhole ? (parts[index]?.firstRow ?? 1) : lastRow + 1;
  }
  return { blocks, next: { index, row } };
}

function rowsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { firstRow, lastRow }) => sum + lastRow - firstRow + 1, 0);
}

/** Returns the approximate size of the cells in the response, in bytes. */
function sizeOf(rows: Cells): number {
  let bytes = 0;
  for (const cells of rows) {
    for (const cell of cells) bytes += typeof cell === "string" ? cell.length + 3 : 10;
  }
  return bytes;
}

function isFilled(cell: unknown): boolean {
  return cell !== "" && cell !== null;
}
