import type { DateRangeError } from "@wellhead/contract/dates";

/**
 * Shows where in an expression reading stopped making sense.
 *
 * @param expression - What was typed
 * @param error - What was wrong with it
 * @returns The expression, and a line with a caret below the place
 */
export function explainDateError(expression: string, { position }: DateRangeError): readonly string[] {
  // Everything is one column wide here, also what would move the caret: tabs, line feeds, signs beyond 16 bits.
  const shown = Array.from(expression, (sign) => (/\p{Cc}/u.test(sign) ? " " : sign)).join("");
  const before = Array.from(expression.slice(0, position)).length;
  return [`  ${shown}`, `  ${" ".repeat(before)}^`];
}
