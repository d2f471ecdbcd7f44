/** A block of cells. Rows are numbered from 1, columns from 0, and the last ones are inclusive. */
export interface CellBlock {
  /** Title of the sheet. */
  readonly title: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/**
 * Returns a block of cells in A1 notation.
 *
 * @param block - Sheet, rows and columns
 * @returns The range, such as `'Sheet 1'!A2:C100`
 * @see https://developers.google.com/workspace/sheets/api/guides/concepts#cell
 */
export function cellRange({ title, firstRow, lastRow, firstColumn, lastColumn }: CellBlock): string {
  const last = columnName(Math.max(firstColumn, lastColumn));
  return `'${title.replaceAll("'", "''")}'!${columnName(firstColumn)}${firstRow}:${last}${lastRow}`;
}

/**
 * Returns the name of a column in the sheet.
 *
 * @param index - Its position, from 0
 * @returns `A`, `Z`, `AA` …
 */
export function columnName(index: number): string {
  const higher = Math.floor(index / 26) - 1;
  return `${higher >= 0 ? columnName(higher) : ""}${String.fromCharCode(65 + (index % 26))}`;
}
