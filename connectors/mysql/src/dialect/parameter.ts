import { inputInvalid } from "@wellhead/sdk";
import { ExactNumber, writeExactJson } from "@wellhead/sql";

/** A value in the form in which it is bound to a parameter of a statement. */
export type Parameter = string | number | boolean | null | { readonly decimal: string };

/** Maximum number of digits of a decimal in the server's arithmetic. */
const decimalDigits = 65;

/**
 * Converts a value to a bound parameter.
 *
 * @param value - A value of a filter or of a JSON object
 * @returns Text, numbers and booleans unchanged, arrays and objects as JSON, `null` for no value
 */
export function parameterValue(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof ExactNumber) return { decimal: withinDecimal(value.text) };
  return writeExactJson(value);
}

/**
 * Returns the number if it fits. The server would silently replace a number with more digits by the largest decimal.
 */
function withinDecimal(text: string): string {
  const digits = text.replace(/^-|e.*$/gi, "").replace(".", "");
  const power = Number(/e(.*)$/i.exec(text)?.[1] ?? 0);
  if (digits.length + Math.abs(power) <= decimalDigits) return text;
  throw inputInvalid(
    `Could not bind a number of the values: expected at most ${decimalDigits} digits, got ${text.slice(0, 80)}. Write it in quotes to bind it as text.`,
    { field: "parameters" },
  );
}
