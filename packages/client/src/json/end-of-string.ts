/**
 * Finds the end of a JSON string.
 *
 * @param json - JSON
 * @param from - An index inside the string, after its opening quote and not after a backslash that escapes
 * @returns The index after the closing quote; -1 when the string does not end
 */
export function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes > from && json.charCodeAt(quote - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return -1;
}
