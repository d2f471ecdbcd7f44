/**
 * Finds where a JSON text value ends.
 *
 * @param json - JSON
 * @param from - A position inside the text value, behind its opening quote
 * @returns The position behind the closing quote; -1 when it is not there
 */
export function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (json.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}
