/**
 * Returns a name as an SQL identifier.
 *
 * @param name - Any name
 * @returns The name in double quotes
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Returns text as an SQL literal.
 *
 * @param text - Any text
 * @returns The text in single quotes
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
