/** Height of a row in pixels; the style sheet has the same. */
export const rowHeight = 30;

/** Width of the column of row numbers in pixels; the style sheet has the same. */
export const numberWidth = 64;
