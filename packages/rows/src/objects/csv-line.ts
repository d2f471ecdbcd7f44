/**
 * Joins cells to a line of CSV.
 *
 * @param cells - Cells as they are written
 * @returns The line without its end; a line that holds nothing is `""`, because an empty one would be read as no row
 */
export function csvLine(cells: readonly string[]): string {
  return cells.join(",") || '""';
}
