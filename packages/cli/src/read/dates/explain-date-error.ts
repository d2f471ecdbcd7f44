import type { DateRangeError } from "@wellhead/contract/dates";

/**
 * Formats an expression with a caret below the position where parsing failed.
 *
 * @param expression - The expression as typed
 * @param error - The error
 * @returns The expression, and a line with the caret
 */
export function explainDateError(expression: string, { position }: DateRangeError): readonly string[] {
  // Every character must take one column. Tabs, line feeds and surrogate pairs would misplace the caret.
  const shown = Array.from(expression, (sign) => (/\p{Cc}/u.test(sign) ? " " : sign)).join("");
  const before = Array.from(expression.slice(0, position)).length;
  return [`  ${shown}`, `  ${" ".repeat(before)}^`];
}
