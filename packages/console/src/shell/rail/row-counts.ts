import { signal } from "@preact/signals";

/** Numbers of rows that complete runs had, by `rowCountKey`. They are those of the latest filter. */
export const rowCounts = signal<ReadonlyMap<string, number>>(new Map());

/** Returns the key of a source in `rowCounts`. */
export function rowCountKey(base: string, source: string): string {
  return `${base} ${source}`;
}

/** Records the number of rows of a complete run. */
export function noteRowCount(base: string, source: string, rows: number): void {
  const key = rowCountKey(base, source);
  if (rowCounts.peek().get(key) !== rows) rowCounts.value = new Map([...rowCounts.peek(), [key, rows]]);
}
