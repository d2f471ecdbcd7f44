/**
 * Quotes text for the SQL of ClickHouse.
 *
 * @param text - The text
 * @returns A literal
 */
export function clusterText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", "\\0")}'`;
}

/**
 * Quotes a name for the SQL of ClickHouse.
 *
 * @param name - The name
 * @returns The quoted name
 */
export function clusterName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
