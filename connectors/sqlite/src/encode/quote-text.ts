/**
 * Quotes text for a statement of this connector.
 *
 * @param text - Any text without NUL
 * @returns The literal
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
