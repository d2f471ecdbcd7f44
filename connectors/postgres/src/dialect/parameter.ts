import { ExactNumber, writeExactJson } from "@wellhead/sql";
import { arrayLiteral } from "./array-literal.js";

/**
 * Converts a value to the text of a bound parameter.
 *
 * @param value - A value of a filter or of a JSON object
 * @returns Its text: an array literal for an array, JSON for an object, `null` for no value
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return arrayLiteral(value.map((element) => parameterText(element)));
  return writeExactJson(value);
}
