import type { BoundValue } from "../process/messages.js";

/**
 * Makes a value of a filter or of a JSON object ready to be bound.
 *
 * @param value - The value
 * @returns Text and numbers as they are, truth as 1 and 0, lists and objects as JSON, `null` for no value
 */
export function boundValue(value: unknown): BoundValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return { integer: value ? "1" : "0" };
  if (typeof value === "number") return Number.isSafeInteger(value) ? { integer: String(value) } : value;
  return JSON.stringify(value);
}
