/** A block of cells; rows are numbered from 1, columns from 0. */
export interface CellBlock {
  readonly title: string;
  readonly firstRow: number;
  readonly lastRow: number;
  /** How many columns, from the first. */
  readonly columns: number;
}

/**
 * Writes a block of cells in A1 notation.
 *
 * @param block - Sheet, rows and columns
 * @returns The range, such as `'Sheet 1'!A2:C100`
 * @see https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function cellRange({ title, firstRow, lastRow, columns }: CellBlock): string {
  return `'${title.replaceAll("'", "''")}'!A${firstRow}:${columnName(Math.max(0, columns - 1))}${lastRow}`;
}

/**
 * Names a column as the sheet does.
 *
 * @param index - Its place, from 0
 * @returns `A`, `Z`, `AA` …
 */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return `${rest >= 0 ? columnName(rest) : ""}${String.fromCharCode(65 + (index % 26))}`;
}
