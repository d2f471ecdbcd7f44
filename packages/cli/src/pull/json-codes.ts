/** Codes of the signs that JSON is built with. */
export const codes = {
  quote: 34,
  comma: 44,
  openArray: 91,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;
