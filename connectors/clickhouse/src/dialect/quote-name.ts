/**
 * Quotes a name.
 *
 * @param name - The name, which may contain any character
 * @returns The quoted name
 */
export function quoteName(name: string): string {
  return `\`${name.replace(/[\\`]/g, "\\$&").replaceAll("\0", "\\0")}\``;
}
