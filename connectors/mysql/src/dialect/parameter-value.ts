import type { Parameter } from "../protocol/messages.js";

/**
 * Gives a value as it is bound to a parameter.
 *
 * @param value - A value of a filter or of a JSON object
 * @returns Text, numbers and truth as they are, arrays and objects as JSON, `null` for no value
 */
export function parameterValue(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}
