/** Codes of the characters that structure JSON. */
const codes = {
  quote: 34,
  comma: 44,
  openArray: 91,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/**
 * Splits a row into its members without converting their values, so that numbers keep all their digits.
 *
 * @param row - JSON text of an object, known to be well-formed
 * @returns The JSON text of each member, in order; of members with the same name, the last one
 */
export function rowMembers(row: string): Map<string, string> {
  const members = new Map<string, string>();
  let position = row.indexOf("{") + 1;
  for (;;) {
    const quote = row.indexOf('"', position);
    if (quote === -1) return members;
    const afterKey = endOfText(row, quote + 1);
    const start = row.indexOf(":", afterKey) + 1;
    const end = endOfValue(row, start);
    members.set(readText(row.slice(quote, afterKey)), row.slice(start, end).trim());
    if (row.charCodeAt(end) !== codes.comma) return members;
    position = end + 1;
  }
}

/** Returns the position of the `,` or `}` after a value. */
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

/** Returns the position after the closing quote of a string, starting inside it; -1 when there is no closing quote. */
function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (json.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return -1;
}

/**
 * Decodes a JSON string.
 *
 * @param json - The string with its quotes, known to be well-formed
 * @returns The text
 */
export function readText(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}
