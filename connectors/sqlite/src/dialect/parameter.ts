import { ExactNumber, writeExactJson } from "@wellhead/sql";
import type { BoundValue } from "../protocol/messages.js";

const largest = 2n ** 63n - 1n;

/**
 * Converts a value of a filter or of a JSON object to a bound parameter.
 *
 * @param value - The value
 * @returns Text and numbers unchanged, booleans as 1 and 0, lists and objects as JSON, `null` for no value
 */
export function boundValue(value: unknown): BoundValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return { integer: value ? "1" : "0" };
  if (typeof value === "number") return Number.isSafeInteger(value) ? { integer: String(value) } : value;
  if (value instanceof ExactNumber) return exactValue(value.text);
  return writeExactJson(value);
}

/**
 * Converts an exact number. One that fits neither a 64-bit integer nor a double is bound as text, with all its digits.
 */
function exactValue(text: string): BoundValue {
  if (!/^-?\d+$/.test(text)) return text;
  const whole = BigInt(text);
  return whole <= largest && whole >= -largest - 1n ? { integer: text } : text;
}
