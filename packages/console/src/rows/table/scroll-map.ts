/** Height of a row in pixels; must match the style sheet. */
export const rowHeight = 28;

/**
 * Width of the column of row numbers, in pixels. Up to a million rows it is the same, so that the table does not move when
 * the number of rows becomes known.
 */
export function numberWidth(rows: number): number {
  return Math.max(68, Math.ceil(rows.toLocaleString("en").length * 6.7 + 20));
}

// Browsers limit the height of an element; the smallest limit known is about 17 million pixels.
const maxHeight = 12_000_000;

/** Maps the position of a scroll bar to rows when there are more rows than an element can be high. */
export interface ScrollMap {
  /** Height of the scrolled element in pixels. */
  readonly height: number;
  /** Returns where the rows begin on the screen: pixels above the first visible pixel of the rows. */
  topOf(scroll: number): number;
  /** Returns the position of the scroll bar for a distance from the first row. */
  scrollOf(top: number): number;
}

/**
 * Creates the map of a table.
 *
 * @param rows - Number of rows
 * @param viewport - Height of the part that shows rows, in pixels
 */
export function scrollMap(rows: number, viewport: number): ScrollMap {
  const full = rows * rowHeight;
  const height = Math.min(full, maxHeight);
  const ratio = height <= viewport ? 1 : Math.max(1, (full - viewport) / (height - viewport));
  return { height, topOf: (scroll) => scroll * ratio, scrollOf: (top) => top / ratio };
}
