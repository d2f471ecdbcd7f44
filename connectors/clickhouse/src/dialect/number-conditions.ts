import { Buffer } from "node:buffer";
import { compareDecimals, type DecimalRange, roundDecimal } from "@wellhead/sdk";
import { type BindValue, floatingBound, floatingValue, type TableColumn } from "@wellhead/sql";
import { valueType } from "../encode/value-kind.js";
import { quoteName } from "./quote-name.js";

/** Limits of a type of exact numbers, and how a number is written in it. */
interface ExactType {
  /** Digits after the decimal point. */
  readonly places: number;
  readonly min: string;
  readonly max: string;
  /** Returns the SQL of a number of the type from its bound text. */
  readonly value: (parameter: string) => string;
}

const decimalDigits: Readonly<Record<string, number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};
/** Maximum number of digits of a `Decimal128`, which every server has. */
const commonDigits = 38;

/**
 * Returns the conditions for a range of numbers, both ends inclusive. A number beyond the type of the column would be
 * wrapped around by the server, so it is compared here.
 */
export function inRange(column: TableColumn, { min, max }: DecimalRange, bind: BindValue): readonly string[] {
  return [
    ...(min === undefined ? [] : [boundCondition(column, { text: min, end: "min" }, bind)]),
    ...(max === undefined ? [] : [boundCondition(column, { text: max, end: "max" }, bind)]),
  ];
}

function boundCondition(
  column: TableColumn,
  { text, end }: { readonly text: string; readonly end: "min" | "max" },
  bind: BindValue,
): string {
  const name = quoteName(column.name);
  const type = exactType(column.databaseType);
  if (type === undefined) {
    const { comparison, value } = floatingBound(end, text, isSingle(column.databaseType));
    return `${name} ${comparison} ${doubleOf(value)}`;
  }
  const rounded = roundDecimal(text, end === "min" ? "up" : "down", type.places);
  const isBelow = compareDecimals(rounded, type.min) < 0;
  const isAbove = compareDecimals(rounded, type.max) > 0;
  if (end === "min" ? isAbove : isBelow) return "0";
  if (isAbove || isBelow) return `isNotNull(${name})`;
  return `${name} ${end === "min" ? ">=" : "<="} ${type.value(bind(rounded))}`;
}

/**
 * Returns the condition for one of several numbers, which are plain decimal text, `NaN`, `Infinity` or `-Infinity`.
 */
export function oneOfNumbers(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const name = quoteName(column.name);
  const type = exactType(column.databaseType);
  if (type === undefined) {
    const isOne = values.flatMap((value) => floatingCondition(column, value));
    return isOne.length === 0 ? "0" : `(${isOne.join(" or ")})`;
  }
  const sought = values
    .filter((value) => /\d/.test(value))
    .filter((value) => compareDecimals(roundDecimal(value, "down", type.places), value) === 0)
    .filter((value) => compareDecimals(value, type.min) >= 0 && compareDecimals(value, type.max) <= 0)
    .map((value) => type.value(bind(roundDecimal(value, "down", type.places))));
  if (sought.length === 0) return "0";
  // Old servers do not find decimals of another width in a list.
  if (type.places === 0) return `${name} in (${sought.join(", ")})`;
  return `(${sought.map((value) => `${name} = ${value}`).join(" or ")})`;
}

function floatingCondition({ name, databaseType }: TableColumn, value: string): readonly string[] {
  const quoted = quoteName(name);
  if (value === "NaN") return [`isNaN(${quoted})`];
  if (!/\d/.test(value)) return [`${quoted} = ${doubleOf(Number(value))}`];
  const number = floatingValue(value, isSingle(databaseType));
  return number === undefined ? [] : [`${quoted} = ${doubleOf(number)}`];
}

/** Returns the SQL of a double by its bits, because old servers read its text inexactly. */
function doubleOf(value: number): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(value);
  return `reinterpretAsFloat64(unhex('${bits.toString("hex")}'))`;
}

/** Returns whether rows show the digits of a 32-bit float. A `BFloat16` is shown as the 32-bit float that it is. */
function isSingle(databaseType: string): boolean {
  const { name } = valueType(databaseType);
  return name === "Float32" || name === "BFloat16";
}

function exactType(databaseType: string): ExactType | undefined {
  const { name, parameters } = valueType(databaseType);
  const whole = /^(?<unsigned>U?)Int(?<bits>\d+)$/.exec(name)?.groups;
  if (whole !== undefined) {
    const bits = BigInt(whole["bits"] ?? 64);
    const [min, max] =
      whole["unsigned"] === "U" ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
    return { places: 0, min: String(min), max: String(max), value: (parameter) => `to${name}(${parameter})` };
  }
  if (!name.startsWith("Decimal")) return undefined;
  const [digits, places] = decimalShape(name, parameters.map(Number));
  const nines = "9".repeat(digits - places) || "0";
  const max = places === 0 ? nines : `${nines}.${"9".repeat(places)}`;
  const wide = digits > commonDigits ? "toDecimal256" : "toDecimal128";
  return { places, min: `-${max}`, max, value: (parameter) => `${wide}(${parameter}, ${places})` };
}

function decimalShape(name: string, [first = 0, second = 0]: readonly number[]): readonly [number, number] {
  const digits = decimalDigits[name];
  return digits === undefined ? [first, second] : [digits, first];
}
