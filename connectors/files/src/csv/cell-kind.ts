/** What the text of a cell looks like. */
export type CellKind = "empty" | "number" | "date" | "bool" | "text";

const number = /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/;
const date =
  /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/;
const time = /^\d\d?:\d\d(?::\d\d(?:\.\d+)?)?$/;
const bool = /^(?:true|false)$/i;

/**
 * Returns what the text of a cell looks like.
 *
 * @param text - The text
 */
export function kindOf(text: string): CellKind {
  const trimmed = text.trim();
  if (trimmed === "") return "empty";
  if (/\d/.test(trimmed)) {
    if (date.test(trimmed) || time.test(trimmed)) return "date";
    if (number.test(trimmed)) return "number";
    return "text";
  }
  return bool.test(trimmed) ? "bool" : "text";
}

/** Returns whether a text is a year, which is also a usual name of a column. */
export function isYear(text: string): boolean {
  return /^(?:1[5-9]|20|21)\d\d$/.test(text.trim());
}
