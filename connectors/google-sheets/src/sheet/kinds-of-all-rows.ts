import { type Http, isTooLarge } from "@wellhead/sdk";
import type { CellBlock } from "./cell-block.js";
import { mixedKind } from "./column-kind.js";
import { readBlocks } from "./read-blocks.js";
import { isFault } from "./row-writer.js";
import { type ColumnKind, dateKinds, type PartColumn, type TablePart } from "./sheet.js";

/** Cells of the first request, growth of the next one after an empty response, and ranges, which are part of the URL. */
const size = { cells: 100_000, growth: 16, ranges: 20 };
/** Days of a number below which it is no date, and from which it is no time or duration. */
const minDay = 1;
const maxDuration = 10_000;

/** A part, and the number of its first rows whose formats are known. */
export interface SampledPart {
  readonly part: TablePart;
  readonly known: number;
}

/** Neighbouring columns of a part whose kinds are to be checked, and the next row. */
interface Span {
  readonly part: number;
  readonly first: number;
  readonly last: number;
  row: number;
}

/**
 * Checks the kinds of columns that were found from the first rows against all other rows: a column of numbers or dates
 * that has a cell of another kind further down is text. The formats of all cells would take several hundred bytes for
 * each of them, so only the values of these columns are read: a cell that is a number in one form and text in the other
 * is a date or a time.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @param sampled - The parts
 * @returns The parts with the kinds of all their rows
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/DateTimeRenderOption
 */
export async function kindsOfAllRows(
  http: Http,
  spreadsheet: string,
  sampled: readonly SampledPart[],
): Promise<readonly TablePart[]> {
  const columns = sampled.map(({ part }) => [...part.columns]);
  let queue = sampled.flatMap((one, index) => spansOf(one, index));
  let { cells } = size;
  while (queue.length > 0) {
    const blocks = nextBlocks(queue, sampled, cells);
    const checked = blocks.map(({ block, span }) => ({
      block,
      columns: columns[span.part]?.slice(span.first, span.last + 1) ?? [],
    }));
    const [{ block: only } = {}] = blocks;
    const isOneRow = blocks.length === 1 && only?.firstRow === only?.lastRow;
    const found = await unlessTooLarge(isOneRow, kindsInBlocks(http, spreadsheet, checked));
    if (found === undefined) {
      cells = Math.ceil(cells / 2);
      continue;
    }
    for (const [index, { block, span }] of blocks.entries()) {
      columns[span.part]?.splice(span.first, span.last - span.first + 1, ...(found.columns[index] ?? []));
      span.row = block.lastRow + 1;
    }
    queue = queue.filter(({ part, row }) => row <= (sampled[part]?.part.lastRow ?? 0));
    if (found.isEmpty) cells *= size.growth;
  }
  return sampled.map(({ part }, index) => ({ ...part, columns: columns[index] ?? [] }));
}

/** Returns the next rows of each span, with at most the given number of cells in total, or one row. */
function nextBlocks(queue: readonly Span[], sampled: readonly SampledPart[], cells: number) {
  const blocks: Array<{ readonly span: Span; readonly block: CellBlock }> = [];
  let left = cells;
  for (const span of queue.slice(0, size.ranges)) {
    const part = sampled[span.part]?.part;
    const width = span.last - span.first + 1;
    const rows = Math.max(blocks.length === 0 ? 1 : 0, Math.floor(left / width));
    if (part === undefined || rows === 0) break;
    const lastRow = Math.min(part.lastRow, span.row + rows - 1);
    const [firstColumn, lastColumn] = [part.firstColumn + span.first, part.firstColumn + span.last];
    blocks.push({ span, block: { title: part.title, firstRow: span.row, lastRow, firstColumn, lastColumn } });
    left -= (lastRow - span.row + 1) * width;
  }
  return blocks;
}

async function unlessTooLarge<Found>(isOneRow: boolean, reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isTooLarge(error) && !isOneRow) return undefined;
    throw error;
  }
}

function spansOf({ part, known }: SampledPart, index: number): readonly Span[] {
  const spans: Span[] = [];
  const row = part.firstRow + known;
  if (row > part.lastRow) return spans;
  for (const [column, { kind }] of part.columns.entries()) {
    if (kind !== "number" && !isDateKind(kind)) continue;
    const before = spans.at(-1);
    if (before?.last === column - 1) spans[spans.length - 1] = { ...before, last: column };
    else spans.push({ part: index, first: column, last: column, row });
  }
  return spans;
}

/** Returns the columns of each block with their kinds, in which its cells are considered. */
async function kindsInBlocks(
  http: Http,
  spreadsheet: string,
  checked: ReadonlyArray<{ readonly block: CellBlock; readonly columns: readonly PartColumn[] }>,
): Promise<{ readonly columns: ReadonlyArray<readonly PartColumn[]>; readonly isEmpty: boolean }> {
  const blocks = checked.map(({ block }) => block);
  const shown = await readBlocks(http, spreadsheet, { blocks, dates: "shown" });
  const hasDates = checked.some(({ columns }) => columns.some(({ kind }) => isDateKind(kind)));
  const serial = hasDates ? await readBlocks(http, spreadsheet, { blocks, dates: "serial" }) : shown;
  return {
    columns: checked.map(({ columns }, at) =>
      columns.map((column, index) => {
        const kinds = (shown[at] ?? []).map((cells, row) =>
          kindOf(column.kind, cells[index], serial[at]?.[row]?.[index]),
        );
        return { ...column, kind: mixedKind([column.kind, ...kinds].filter((kind) => kind !== undefined)) };
      }),
    ),
    isEmpty: shown.every((cells) => cells.length === 0),
  };
}

/**
 * Returns the kind of a cell in a column of numbers or dates; `undefined` for an empty cell or a failed formula.
 *
 * @param kind - Kind of the column so far
 * @param shown - The cell, dates and times as text
 * @param serial - The cell, dates and times as numbers
 */
function kindOf(kind: ColumnKind | undefined, shown: unknown, serial: unknown): ColumnKind | undefined {
  if (shown === undefined || shown === null || shown === "") return undefined;
  if (typeof shown === "string" && isFault(shown)) return undefined;
  if (typeof shown === "number") return "number";
  if (typeof serial !== "number" || !isDateKind(kind)) return "text";
  if (kind === "time") return serial < maxDuration ? "time" : "text";
  if (serial < minDay) return "text";
  return kind === "date" && Number.isInteger(serial) ? "date" : "datetime";
}

function isDateKind(kind: ColumnKind | undefined): boolean {
  return kind !== undefined && dateKinds.has(kind);
}
