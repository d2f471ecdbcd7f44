import { readText } from "./read-text.js";

/** Codes of the signs that JSON is built with. */
const codes = {
  quote: 34,
  comma: 44,
  openArray: 91,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/**
 * Takes a row apart without converting its values, so that no digit of a number is lost.
 *
 * @param row - JSON text of an object, known to be well formed
 * @returns The JSON text of each member in order; of members with one name the last
 */
export function rowMembers(row: string): Map<string, string> {
  const members = new Map<string, string>();
  let position = row.indexOf("{") + 1;
  for (;;) {
    const quote = row.indexOf('"', position);
    if (quote === -1) return members;
    const behind = endOfText(row, quote + 1);
    const start = row.indexOf(":", behind) + 1;
    const end = endOfValue(row, start);
    members.set(readText(row.slice(quote, behind)), row.slice(start, end).trim());
    if (row.charCodeAt(end) !== codes.comma) return members;
    position = end + 1;
  }
}

/** The position of the `,` or `}` after a value. */
function endOfValue(row: string, from: number): number {
  let depth = 0;
  for (let position = from; position < row.length; position += 1) {
    const sign = row.charCodeAt(position);
    if (sign === codes.quote) position = endOfText(row, position + 1) - 1;
    else if (depth === 0 && (sign === codes.comma || sign === codes.closeObject)) return position;
    else if (sign === codes.openObject || sign === codes.openArray) depth += 1;
    else if (sign === codes.closeObject || sign === codes.closeArray) depth -= 1;
  }
  return row.length;
}

/** The position after the closing quote of a text value, from a position inside it; -1 when there is none. */
function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (json.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}
