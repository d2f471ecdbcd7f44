import { type DecimalRange, roundDecimal } from "@wellhead/sdk";
import { type BindValue, floatingBound, floatingValue, type TableColumn } from "@wellhead/sql";
import { quoteName } from "./quote-name.js";

const largestBigint = 2n ** 63n - 1n;
/** Maximum number of digits of a decimal. */
const decimalDigits = 38;

/**
 * Returns the conditions for a range of numbers, both ends inclusive and exact.
 *
 * @param column - The column
 * @param range - The range
 * @param bind - Binds a value
 * @returns One condition per end, and one that excludes NaN from a column that may hold it
 */
export function inRange(column: TableColumn, { min, max }: DecimalRange, bind: BindValue): readonly string[] {
  const ends = [
    ...(min === undefined ? [] : [bound(column, { text: min, end: "min" }, bind)]),
    ...(max === undefined ? [] : [bound(column, { text: max, end: "max" }, bind)]),
  ];
  return ends.length === 0 || !isFloating(column) ? ends : [...ends, `not is_nan(${quoteName(column.name)})`];
}

function bound(
  column: TableColumn,
  { text, end }: { readonly text: string; readonly end: "min" | "max" },
  bind: BindValue,
): string {
  const name = quoteName(column.name);
  if (isFloating(column)) {
    const { comparison, value } = floatingBound(end, text, isSingle(column));
    return `${name} ${comparison} ${doubleOf(String(value), bind)}`;
  }
  const inclusive = end === "min" ? ">=" : "<=";
  const places = column.category === "integer" ? 0 : Math.max(0, decimalDigits - wholeDigits(text));
  const rounded = roundDecimal(text, end === "min" ? "up" : "down", places);
  if (wholeDigits(rounded) <= decimalDigits) return `${name} ${inclusive} ${numberOf(rounded, bind)}`;
  // No value of a column has that many digits.
  const isBelow = rounded.startsWith("-");
  return (end === "min") === isBelow ? `${name} is not null` : "false";
}

/**
 * Returns the condition for one of several numbers.
 *
 * @param column - The column
 * @param values - Plain decimal texts, `NaN`, `Infinity` or `-Infinity`
 * @param bind - Binds a value
 * @returns The condition; `false` when the column can hold none of them
 */
export function oneOfNumbers(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const name = quoteName(column.name);
  const numbers = values.filter((value) => value !== "NaN");
  const sought = numbers.flatMap((value) => {
    if (!isFloating(column)) return canHold(value) ? [numberOf(value, bind)] : [];
    const floating = /\d/.test(value) ? floatingValue(value, isSingle(column)) : value;
    return floating === undefined ? [] : [doubleOf(String(floating), bind)];
  });
  const conditions = [
    ...(sought.length === 0 ? [] : [`${name} in (${sought.join(", ")})`]),
    ...(isFloating(column) && numbers.length < values.length ? [`is_nan(${name})`] : []),
  ];
  return conditions.length === 0 ? "false" : `(${conditions.join(" or ")})`;
}

function canHold(value: string): boolean {
  return /\d/.test(value) && wholeDigits(value) + placesOf(value) <= decimalDigits;
}

/** Returns a number as a bigint if it is one, otherwise as a decimal with all its digits. */
function numberOf(text: string, bind: BindValue): string {
  const places = placesOf(text);
  if (places === 0 && isBigint(text)) return `cast(${bind(text)} as bigint)`;
  return `cast(${bind(text)} as decimal(${decimalDigits},${places}))`;
}

function doubleOf(text: string, bind: BindValue): string {
  return `cast(${bind(text)} as double)`;
}

function wholeDigits(text: string): number {
  return text.replace(/^-?0*|\..*$/g, "").length;
}

function placesOf(text: string): number {
  return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
}

function isBigint(text: string): boolean {
  const value = BigInt(text);
  return value <= largestBigint && value >= -largestBigint - 1n;
}

function isFloating(column: TableColumn): boolean {
  return column.databaseType === "double" || isSingle(column);
}

function isSingle({ databaseType }: TableColumn): boolean {
  return databaseType === "real";
}
