import { quoteText } from "../engine/quote.js";
import { anyText, type ColumnFacts } from "./column-facts.js";
import type { StoredType } from "./column-type.js";
import { markStart, numberMark } from "./number-mark.js";

/** Maximum number of digits of decimals that the engine reads without loss. It reads a decimal as a double. */
const maxReadDigits = 15;

/**
 * Returns the type with which the engine reads the values of a column unchanged.
 *
 * @param type - Type of the stored column
 * @param facts - Facts about the values
 * @returns The type; JSON, with the JSON text of each value, when there is no other
 */
export function readType(type: StoredType, facts: ColumnFacts): StoredType {
  if (type === "BOOLEAN") return type;
  if (facts.kinds !== 0 && (facts.kinds & ~anyText) === 0) return "VARCHAR";
  const isNumber = type === "BIGINT" || type.startsWith("DECIMAL");
  return isNumber && !facts.hasMarks && facts.wholeDigits + facts.fractionDigits <= maxReadDigits
    ? type
    : "JSON";
}

/**
 * Returns the expression that converts the value that was read to the stored value.
 *
 * @param value - The column that was read
 * @param options - The type that it was read as, the type that can store every value, and facts about the values
 * @returns SQL
 */
export function castColumn(
  value: string,
  {
    read,
    type,
    facts,
  }: { readonly read: StoredType; readonly type: StoredType; readonly facts: ColumnFacts },
): string {
  if (read === type && type !== "JSON") return value;
  return `CAST(${read === "JSON" ? castText(value, type, facts) : value} AS ${type})`;
}

/** Converts the JSON text of a value. */
function castText(json: string, type: StoredType, facts: ColumnFacts): string {
  const value = `CAST(${json} AS VARCHAR)`;
  if (type === "BOOLEAN") return `${value} = 'true'`;
  if (type === "JSON") return nestedText(value);
  if (type === "VARCHAR")
    return `CASE WHEN starts_with(${value}, ${quoteText(markStart)}) THEN ${numberText(value)} WHEN starts_with(${value}, '"') THEN ${json} ->> '$' ELSE ${nestedText(value)} END`;
  if ((facts.kinds & anyText) !== 0) return `${json} ->> '$'`;
  return facts.hasMarks ? numberText(value) : value;
}

/**
 * Returns the expression for the text of a number, with or without a mark.
 *
 * @param value - The JSON text of the number
 * @returns SQL
 */
export function numberText(value: string): string {
  const start = numberMark.length + 3;
  return `CASE WHEN starts_with(${value}, ${quoteText(markStart)}) THEN substring(${value}, ${start}, length(${value}) - ${start}) ELSE ${value} END`;
}

/**
 * Returns the expression for the JSON text of a value as it was sent.
 *
 * @param json - The column, read as JSON
 * @returns SQL; null for null
 */
export function sentText(json: string): string {
  return nestedText(`CAST(${json} AS VARCHAR)`);
}

/** Returns the expression for the JSON text of an array or object without the marks of its numbers. */
function nestedText(value: string): string {
  return `CASE WHEN contains(${value}, ${quoteText(numberMark)}) THEN regexp_replace(${value}, ${quoteText(`"${numberMark}[dx]([^"]*)"`)}, '\\1', 'g') ELSE ${value} END`;
}
