/** Height of a row in pixels; must match the style sheet. */
export const rowHeight = 28;

/** Width of the column of row numbers in pixels; must match the style sheet. */
export const numberWidth = 64;
