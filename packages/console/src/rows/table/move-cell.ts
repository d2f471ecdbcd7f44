/** Position of a cell in the table. */
export interface CellPosition {
  /** Position of the row; -1 for the head. */
  readonly row: number;
  readonly column: number;
}

/** The dimensions of the table. */
export interface TableMeasures {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows on one screen. */
  readonly page: number;
}

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/** Returns the cell that a key moves to; `undefined` for keys that do not move. */
export function moveCell(
  cell: CellPosition,
  press: KeyPress,
  measures: TableMeasures,
): CellPosition | undefined {
  const far = press.ctrlKey || press.metaKey;
  const { rows, columns, page } = measures;
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { ...cell, row: far ? 0 : cell.row - 1 },
    ArrowDown: { ...cell, row: far ? rows - 1 : cell.row + 1 },
    ArrowLeft: { ...cell, column: far ? 0 : cell.column - 1 },
    ArrowRight: { ...cell, column: far ? columns - 1 : cell.column + 1 },
    PageUp: { ...cell, row: cell.row - page },
    PageDown: { ...cell, row: cell.row + page },
    Home: { row: far ? 0 : cell.row, column: 0 },
    End: { row: far ? rows - 1 : cell.row, column: columns - 1 },
  };
  const next = Object.hasOwn(moves, press.key) ? moves[press.key] : undefined;
  return next && { row: within(next.row, rows, -1), column: within(next.column, columns, 0) };
}

function within(index: number, count: number, first: number): number {
  return Math.max(first, Math.min(count - 1, index));
}
