import { acceptAlias, aliases } from "@wellhead/contract/vocabulary";
import { inputInvalid } from "../errors/connector-error.js";
import type { Field, FieldMembers } from "./field.js";
import { checkRangeEnds } from "./range-ends.js";
import { showValue } from "./show-value.js";

/** Maximum number of digits; the smallest double has 324 after the decimal point. */
const maxDigits = 400;
const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/**
 * Creates a field for an exact number (wire type `number`): it keeps all digits, where a JavaScript number would round.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is plain decimal text such as `-9007199254740993.5`
 * @example
 * ```ts snippet=examples/sdk/fields.ts#decimal
 * const balance = decimal({ title: "Balance" });
 * ```
 */
export function decimal(options: FieldMembers & { readonly optional: true }): Field<string | undefined>;
export function decimal(options?: FieldMembers): Field<string>;
export function decimal(options: FieldMembers = {}): Field<string | undefined> {
  return { ...options, type: "number", accept: acceptDecimal };
}

/**
 * Reads a number or numeric text without rounding.
 *
 * @param raw - The value as received
 * @returns Decimal text without exponent and without leading or trailing zeros; `0` for a negative zero
 * @throws ConnectorError `invalid_field` when the value is not a number or has more than 400 digits
 * @example
 * ```ts snippet=examples/sdk/values.ts#accept-decimal
 * acceptDecimal("1.50e3"); // "1500"
 * acceptDecimal("0.10000000000000000001"); // "0.10000000000000000001"
 * ```
 */
export function acceptDecimal(raw: unknown): `${number}` {
  const text = typeof raw === "number" || typeof raw === "string" ? String(raw).trim() : "";
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = pattern.exec(text) ?? [];
  const digits = whole + fraction;
  if (digits === "") throw inputInvalid(`expected a number such as 12 or 1.5, got ${showValue(raw)}`);
  const point = whole.length + Number(exponent);
  const padded = digits.padStart(digits.length + Math.max(0, -point), "0").padEnd(Math.max(0, point), "0");
  if (padded.length > maxDigits)
    throw inputInvalid(`expected a number of at most ${maxDigits} digits, got ${showValue(raw)}`);
  const before = padded.slice(0, Math.max(0, point)).replace(/^0+(?=\d)/, "") || "0";
  const after = padded.slice(Math.max(0, point)).replace(/0+$/, "");
  const plain = after === "" ? before : `${before}.${after}`;
  // Digits with a point at most, and without the sign of a zero.
  return (sign === "-" && plain !== "0" ? `-${plain}` : plain) as `${number}`;
}

/**
 * Compares two decimal texts as {@link acceptDecimal} returns them.
 *
 * @param one - The first number
 * @param other - The second number
 * @returns A negative number when the first is smaller, a positive number when it is larger, zero when both are equal
 * @example
 * ```ts snippet=examples/sdk/values.ts#compare-decimals
 * compareDecimals("0.1", "0.10000000000000000001"); // a negative number
 * ```
 */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(placesOf(one), placesOf(other));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/**
 * Rounds decimal text, as {@link acceptDecimal} returns it, to a number of decimal places.
 *
 * @param text - The number
 * @param direction - `up` rounds to the next number that is not smaller, `down` to the next one that is not larger
 * @param places - Decimal places. Default: 0, a whole number
 * @returns The rounded number as decimal text
 * @example
 * ```ts snippet=examples/sdk/values.ts#round-decimal
 * roundDecimal("-1.25", "up"); // "-1"
 * roundDecimal("1.25", "up", 1); // "1.3"
 * ```
 */
export function roundDecimal(text: string, direction: "up" | "down", places = 0): string {
  if (placesOf(text) <= places) return text;
  const cut = text.slice(0, text.length - (placesOf(text) - places));
  const isNegative = text.startsWith("-");
  const away = isNegative ? -1n : 1n;
  const isAway = (direction === "up") !== isNegative;
  const kept = scaled(cut.replace(/\.$/, ""), places) + (isAway ? away : 0n);
  return acceptDecimal(`${kept}e-${places}`);
}

function placesOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/** Returns the number times ten to the power of `places`. */
function scaled(text: string, places: number): bigint {
  return BigInt(text.replace(".", "") + "0".repeat(places - placesOf(text)));
}

/** A range of numbers as plain decimal text, both ends inclusive; an open end is absent. */
export interface DecimalRange {
  readonly min?: string;
  readonly max?: string;
}

/**
 * Creates a field for a range of numbers whose ends may be open (wire type `range`). Its bounds are exact: they keep
 * all digits, where a JavaScript number would round.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is `{ min?, max? }`
 * @example
 * ```ts snippet=examples/sdk/fields.ts#decimal-range
 * const price = decimalRange({ title: "Price", optional: true });
 * ```
 */
export function decimalRange(
  options: FieldMembers & { readonly optional: true },
): Field<DecimalRange | undefined>;
export function decimalRange(options?: FieldMembers): Field<DecimalRange>;
export function decimalRange(options: FieldMembers = {}): Field<DecimalRange | undefined> {
  return { ...options, type: "range", accept: acceptDecimalRange };
}

function acceptDecimalRange(raw: unknown): DecimalRange {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw inputInvalid(`expected {"_min": number, "_max": number}, got ${showValue(raw)}`);
  }
  checkRangeEnds(raw);
  // The cast is safe: an object that is not an array can be read as a record with string keys.
  const record = raw as Readonly<Record<string, unknown>>;
  const start = acceptAlias(record, aliases.rangeStart);
  const end = acceptAlias(record, aliases.rangeEnd);
  const min = start === undefined ? undefined : acceptDecimal(start);
  const max = end === undefined ? undefined : acceptDecimal(end);
  if (min !== undefined && max !== undefined && compareDecimals(min, max) > 0) {
    throw inputInvalid(`expected the smaller number first, got ${min} before ${max}`);
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
