import { inputInvalid } from "@wellhead/sdk";
import { ExactNumber, writeExactJson } from "@wellhead/sql";

/** A value in the form in which it is written into a statement. */
export type Parameter =
  | string
  | number
  | boolean
  | null
  /** SQL of a number that a double cannot hold. */
  | { readonly digits: string }
  | { readonly list: readonly Parameter[] };

const maxUnsigned = 2n ** 64n;
const minSigned = -(2n ** 63n);
/** Maximum number of digits of a `Decimal128`. */
const maxDigits = 38;

/**
 * Converts a value to the form in which it is written.
 *
 * @param value - A value of a filter or of a JSON object
 * @returns Text, numbers and booleans unchanged, lists of one kind as arrays, other lists and objects as JSON
 */
export function parameterValue(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof ExactNumber) return { digits: exactDigits(value.text) };
  if (Array.isArray(value)) {
    const list = value.map(parameterValue);
    const kinds = new Set(list.map((item) => (isNumber(item) ? "number" : typeof item)));
    if (kinds.size <= 1 && !kinds.has("object")) return { list };
  }
  return writeExactJson(value);
}

function isNumber(value: Parameter): boolean {
  return typeof value === "number" || (typeof value === "object" && value !== null && "digits" in value);
}

/** Returns the SQL of a number with all its digits. */
function exactDigits(text: string): string {
  if (/^-?\d+$/.test(text)) {
    const whole = BigInt(text);
    if (whole >= minSigned && whole < maxUnsigned) return text;
  }
  const plain = /^-?(?<whole>\d+)(?:\.(?<places>\d+))?$/.exec(text)?.groups;
  const places = plain?.["places"]?.length ?? 0;
  if (plain !== undefined && (plain["whole"]?.length ?? 0) + places <= maxDigits)
    return `toDecimal128('${text}', ${places})`;
  throw inputInvalid(
    `Could not bind a number of the values: expected at most ${maxDigits} digits, got ${text.slice(0, 80)}. Write it in quotes to bind it as text.`,
    { field: "parameters" },
  );
}
