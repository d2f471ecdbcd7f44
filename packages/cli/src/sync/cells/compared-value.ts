import { ExactNumber, parseExactJson, writeExactJson } from "@wellhead/client";
import { type Column, cellText } from "./column.js";
import { plainNumber } from "./number-facts.js";
import { plainDate, storableDate } from "./plain-date.js";

/**
 * Writes a value of a source in the form in which it is compared with that of a target.
 *
 * @param column - Column of the target
 * @param value - The member of a row of the source
 * @returns Text that is equal to that of {@link comparedCell} if the target has the value
 */
export function comparedValue({ kind, isText }: Column, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  // Such a column holds whatever was written, unless all of its values are numbers.
  if (kind === "text" || kind === "key" || (isText && kind !== "number")) return cellText(value);
  if (typeof value !== "string") return jsonText(value);
  if (kind === "date") return dateText(value);
  // In a column of JSON, a text is one with quotes.
  return kind === "json" ? jsonText(value) : cellText(value);
}

/**
 * Writes a cell of a target in the form in which it is compared with a value of the source.
 *
 * @param column - Its column
 * @param cell - The value as text, as `toText` of the target writes it
 * @returns Text that is equal for equal values
 */
export function comparedCell({ kind, isText }: Column, cell: string | null): string | null {
  if (cell === null) return null;
  if (kind === "number") return numberText(cell);
  if (kind === "date" && !isText) return dateText(cell);
  if (isText || kind === "text" || kind === "key" || kind === "boolean") return cell;
  return jsonText(parseExactJson(cell));
}

function numberText(literal: string): string {
  return plainNumber(literal)?.text ?? literal;
}

/** A day, a time without a zone and an instant differ, although they may be written alike. */
function dateText(text: string): string {
  const iso = text.replace(" ", "T");
  return storableDate(iso)?.text ?? plainDate(iso)?.text ?? text;
}

/** JSON whose members are in order, and whose numbers are equal texts when they are equal. */
function jsonText(value: unknown): string {
  if (typeof value === "number" || value instanceof ExactNumber) return numberText(cellText(value));
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return writeExactJson(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(",")}}`;
}
