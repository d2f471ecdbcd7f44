/**
 * Writes a name as an SQL identifier.
 *
 * @param name - Any name
 * @returns The name in double quotes
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Returns the identifier of a column of our own beside those of rows, which may have any usual name.
 *
 * @param name - What the column has
 * @returns The name in double quotes, with a character that other names do not have
 */
export function ownName(name: string): string {
  return quoteName(`\u0001${name}`);
}

/**
 * Writes text as an SQL literal.
 *
 * @param text - Any text
 * @returns The text in single quotes. A statement ends at U+0000, so a text with it is an expression in parentheses
 */
export function quoteText(text: string): string {
  const parts = text.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join("") : `(${parts.join(" || chr(0) || ")})`;
}
