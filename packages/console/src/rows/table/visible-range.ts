/** A range of items; the end is exclusive. */
export interface VisibleRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the visible items of equal height, with some extra items above and below. */
export function visibleRows(
  scroll: number,
  viewport: number,
  options: { readonly height: number; readonly count: number },
): VisibleRange {
  const { height, count } = options;
  const spare = 8;
  const from = Math.max(0, Math.floor(scroll / height) - spare);
  const to = Math.min(count, Math.ceil((scroll + viewport) / height) + spare);
  return { from: Math.min(from, to), to };
}

/**
 * Returns the visible items for increasing offsets: `offsets[i]` is the start of item i, the last offset is the end.
 */
export function visibleColumns(scroll: number, viewport: number, offsets: readonly number[]): VisibleRange {
  const count = offsets.length - 1;
  const from = Math.max(0, firstAfter(offsets, scroll) - 2);
  const to = Math.min(count, firstAfter(offsets, scroll + viewport) + 1);
  return { from: Math.min(from, Math.max(0, to)), to: Math.max(0, to) };
}

/** Returns the index of the first offset greater than a position. */
function firstAfter(offsets: readonly number[], position: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
