import { endOfText } from "../end-of-text.js";

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
    members.set(String(JSON.parse(row.slice(quote, behind))), row.slice(start, end).trim());
    if (row[end] !== ",") return members;
    position = end + 1;
  }
}

/** The position of the `,` or `}` behind a value. */
function endOfValue(row: string, from: number): number {
  let depth = 0;
  for (let position = from; position < row.length; position += 1) {
    const sign = row[position];
    if (sign === '"') position = endOfText(row, position + 1) - 1;
    else if (depth === 0 && (sign === "," || sign === "}")) return position;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
  }
  return row.length;
}
