/**
 * Joins cells into a line of CSV.
 *
 * @param cells - Cells, already quoted
 * @returns The line without its line end; an empty line becomes `""`, because readers would skip it
 */
export function csvLine(cells: readonly string[]): string {
  return cells.join(",") || '""';
}
