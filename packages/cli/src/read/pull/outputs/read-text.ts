/**
 * Decodes a JSON string.
 *
 * @param json - The string with its quotes, known to be well-formed
 * @returns The text
 */
export function readText(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}
