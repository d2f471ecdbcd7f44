import { anyText, type ColumnFacts, kinds } from "./column-facts.js";

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
  // Combined with another number, it takes the type of that number, and no digit is lost.
  number: "BIGINT",
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
  if (facts.kinds === 0) return emptyTypes[declared] ?? "VARCHAR";
  if (facts.kinds === kinds.boolean) return "BOOLEAN";
  if (facts.kinds === kinds.nested) return "JSON";
  if (facts.kinds === kinds.number) return numberType(facts);
  // Dates are found only in columns that the connector declares as dates or does not declare.
  if ((facts.kinds & ~anyText) !== 0 || (declared !== "" && declared !== "date")) return "VARCHAR";
  if (facts.kinds === kinds.date) return "DATE";
  if (facts.kinds === kinds.localTime) return "TIMESTAMP";
  return facts.kinds === kinds.instant ? "TIMESTAMPTZ" : "VARCHAR";
}

function numberType(facts: ColumnFacts): StoredType {
  const { wholeDigits, fractionDigits, hasOnlyDoubles, hasNotDoubles, isBeyondBigint, isBeyondHugeint } =
    facts;
  if (!hasOnlyDoubles && fractionDigits === 0) {
    if (!isBeyondBigint) return "BIGINT";
    if (!isBeyondHugeint) return "HUGEINT";
  }
  const digits = wholeDigits + fractionDigits;
  if (!hasOnlyDoubles && fractionDigits > 0 && digits <= maxDigits)
    return `DECIMAL(${Math.min(maxDigits, Math.max(1, wholeDigits) + fractionDigits)},${fractionDigits})`;
  return hasNotDoubles ? "VARCHAR" : "DOUBLE";
}
