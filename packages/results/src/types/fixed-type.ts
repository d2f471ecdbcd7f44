import { type ColumnFacts, kinds, plainTimes } from "./column-facts.js";
import type { StoredType } from "./column-type.js";

/** The type of a column whatever its values are, but for ids, which are integers where all of them are numbers of JSON; `number` is exact, with as many digits as its values need. */
export type FixedType = StoredType | "number";

/** Maximum number of digits of an exact number. */
const maxDigits = 38;

const fixedTypes: Readonly<Record<string, FixedType | undefined>> = {
  id: "VARCHAR",
  text: "VARCHAR",
  number: "number",
  bool: "BOOLEAN",
  date: "TIMESTAMPTZ",
  "array[text]": "JSON",
  "array[number]": "JSON",
  "array[date]": "JSON",
  // Types that only a user names.
  integer: "BIGINT",
  double: "DOUBLE",
  day: "DATE",
  time: "TIMESTAMP",
  json: "JSON",
};

/** The types that a user can choose for a column, as words. `decimal(12,2)` is one, too. */
export const typeNames: readonly string[] = [
  "text",
  "number",
  "integer",
  "decimal(12,2)",
  "double",
  "bool",
  "date",
  "day",
  "time",
  "json",
];

/**
 * Returns the type that a declared column has, whatever its values are.
 *
 * @param declared - The type that the connector or the user names
 * @returns The type; `undefined` when the name says nothing, so that the values decide
 */
export function fixedType(declared: string): FixedType | undefined {
  const decimal = /^decimal\((\d{1,2}),(\d{1,2})\)$/.exec(declared);
  if (decimal === null) return Object.hasOwn(fixedTypes, declared) ? fixedTypes[declared] : undefined;
  const [digits, fraction] = [Number(decimal[1]), Number(decimal[2])];
  return digits >= 1 && digits <= maxDigits && fraction <= digits
    ? `DECIMAL(${digits},${fraction})`
    : undefined;
}

/**
 * Returns the word for a type, as a user would name it.
 *
 * @param type - The type of a stored column
 * @returns The word; `number` for all exact numbers, because further rows may have more digits
 */
export function typeName(type: StoredType): string {
  const names: Readonly<Record<string, string | undefined>> = {
    VARCHAR: "text",
    BOOLEAN: "bool",
    DOUBLE: "double",
    DATE: "day",
    TIMESTAMP: "time",
    TIMESTAMPTZ: "date",
    JSON: "json",
  };
  return names[type] ?? "number";
}

/**
 * Returns the narrowest type of a column that is declared as exact numbers. Values that need more than 38 digits do not
 * fit.
 *
 * @param facts - Facts about the values
 * @returns The type
 */
export function exactNumberType(facts: ColumnFacts): StoredType {
  const { exactWholeDigits: whole, exactFractionDigits: fraction } = facts;
  if (fraction === 0) {
    // Numbers with an exponent are not compared with the range of BIGINT.
    const isWithinBigint = whole === 19 && !facts.isBeyondBigint && !facts.hasOnlyDoubles;
    return whole < 19 || isWithinBigint ? "BIGINT" : "HUGEINT";
  }
  // Products of decimals with fewer digits would overflow, depending on which rows were read.
  return `DECIMAL(${maxDigits},${Math.min(fraction, maxDigits - whole)})`;
}

/**
 * Reports whether some values of a column may not fit its type.
 *
 * @param type - The type
 * @param facts - Facts about the values
 * @returns `false` only when every value fits
 */
export function mayNotFit(type: FixedType, facts: ColumnFacts): boolean {
  const { kinds: found, exactWholeDigits, exactFractionDigits, hasInexact } = facts;
  if (found === 0 || type === "VARCHAR" || type === "JSON") return false;
  if (type === "BOOLEAN") return found !== kinds.boolean;
  if (type === "TIMESTAMPTZ") return (found & ~plainTimes) !== 0;
  if (type !== "number") return true;
  return found !== kinds.number || hasInexact || exactWholeDigits + exactFractionDigits > maxDigits;
}
