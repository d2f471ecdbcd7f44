import type { ColumnFacts } from "./column-facts.js";

/** The type of a stored column. */
export type StoredType =
  | "BOOLEAN"
  | "BIGINT"
  | "HUGEINT"
  | `DECIMAL(${number},${number})`
  | "DOUBLE"
  | "DATE"
  | "TIMESTAMP"
  | "TIMESTAMPTZ"
  | "VARCHAR"
  | "JSON";

/** Types of columns without a value, by the type that the connector declares. */
const emptyTypes: Readonly<Record<string, StoredType | undefined>> = {
  number: "DOUBLE",
  bool: "BOOLEAN",
  date: "TIMESTAMP",
  "array[text]": "JSON",
  "array[number]": "JSON",
  "array[date]": "JSON",
};

/** Maximum number of digits of HUGEINT and DECIMAL. */
const maxDigits = 38;

/**
 * Returns the narrowest type that can store every value of a column unchanged. Values of several kinds remain text.
 *
 * @param facts - Facts about the values
 * @param declared - Type that the connector declares; empty when it does not declare one
 * @returns The type
 */
export function columnType(facts: ColumnFacts, declared: string): StoredType {
  const { values, texts, numbers, booleans, nested } = facts;
  if (values === 0) return emptyTypes[declared] ?? "VARCHAR";
  if (booleans === values) return "BOOLEAN";
  if (nested === values) return "JSON";
  if (numbers === values) return numberType(facts);
  if (texts < values) return "VARCHAR";
  if (facts.dates === values) return "DATE";
  if (facts.localTimes === values) return "TIMESTAMP";
  return facts.instants === values ? "TIMESTAMPTZ" : "VARCHAR";
}

function numberType(facts: ColumnFacts): StoredType {
  const { wholeDigits, fractionDigits, onlyDoubles, notDoubles, beyondBigint, beyondHugeint } = facts;
  if (onlyDoubles === 0 && fractionDigits === 0) {
    if (beyondBigint === 0) return "BIGINT";
    if (beyondHugeint === 0) return "HUGEINT";
  }
  const digits = wholeDigits + fractionDigits;
  if (onlyDoubles === 0 && fractionDigits > 0 && digits <= maxDigits)
    return `DECIMAL(${Math.min(maxDigits, Math.max(1, wholeDigits) + fractionDigits)},${fractionDigits})`;
  return notDoubles === 0 ? "DOUBLE" : "VARCHAR";
}

/**
 * Reports whether texts of a column may be dates. They may not when the connector declares another type, such as text.
 *
 * @param declared - Type that the connector declares; empty when it does not declare one
 * @returns Whether they may be dates
 */
export function mayBeDates(declared: string): boolean {
  return declared === "" || declared === "date";
}
