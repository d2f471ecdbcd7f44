import type { Cell, RowsRequest } from "@wellhead/workbench/protocol";
import { cellText } from "./cell-text.js";
import { cellOf, type GridColumn, sourceColumn } from "./member-columns.js";
import type { CellPosition } from "./move-cell.js";
import type { FetchedRow, FetchRows } from "./row-cache.js";

/** A block of cells. The ends are inclusive. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Maximum number of cells that are copied at once. More belong into a file. */
export const maxCopiedCells = 200_000;

// Maximum number of rows that the service returns at once.
const rowsPerRequest = 1_000;

/** Returns the block between two cells. The head of the table is not part of it. */
export function rangeBetween(from: CellPosition, to: CellPosition): CellRange {
  return {
    firstRow: Math.max(0, Math.min(from.row, to.row)),
    lastRow: Math.max(from.row, to.row),
    firstColumn: Math.min(from.column, to.column),
    lastColumn: Math.max(from.column, to.column),
  };
}

/** Returns whether a cell is part of a block. */
export function isInRange(range: CellRange | undefined, row: number, column: number): boolean {
  if (range === undefined || row < range.firstRow || row > range.lastRow) return false;
  return column >= range.firstColumn && column <= range.lastColumn;
}

/** Returns the number of cells in a block. */
export function cellCount({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number {
  return (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);
}

/** What is needed to read the cells of a block. */
export interface CopySource {
  readonly fetchRows: FetchRows;
  readonly choice: Pick<RowsRequest, "search" | "where" | "sort">;
  /** The columns of the table in their order. */
  readonly columns: readonly GridColumn[];
}

/** The text of a block of cells. */
export interface CopiedCells {
  /** One line per row with tabs between the cells, as spreadsheets paste it. */
  readonly text: string;
  /** Cells whose text is too long for the table, so that only its beginning was copied. */
  readonly cut: number;
}

/** Reads all cells of a block, in sight or not. */
export async function readRange(range: CellRange, source: CopySource): Promise<CopiedCells> {
  const columns = source.columns.slice(range.firstColumn, range.lastColumn + 1);
  const names = [...new Set(columns.map((column) => sourceColumn(column)))];
  const lines: string[] = [];
  let cut = 0;
  for (let offset = range.firstRow; offset <= range.lastRow; offset += rowsPerRequest) {
    const limit = Math.min(rowsPerRequest, range.lastRow + 1 - offset);
    const answer = await source.fetchRows({ ...source.choice, columns: names, offset, limit });
    for (const cells of answer.rows) {
      const fetched = new Map(cells.map((cell, at) => [answer.columns[at] ?? "", cell]));
      const row: FetchedRow = { number: 0, cells: fetched };
      const line = columns.map((column) => cellOf(row, column) ?? null);
      cut += line.filter((cell) => typeof cell === "object" && cell !== null).length;
      lines.push(line.map((cell) => quoted(cell)).join("\t"));
    }
  }
  return { text: lines.join("\n"), cut };
}

function quoted(cell: Cell): string {
  const text = cellText(cell);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
