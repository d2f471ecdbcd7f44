/**
 * Quotes a name, which may contain any character.
 *
 * @param name - The name
 * @returns The name in double quotes
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
