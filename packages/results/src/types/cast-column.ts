import { quoteText } from "../engine/quote.js";
import type { ColumnFacts } from "./column-facts.js";
import { isMarked, numberText } from "./column-facts.js";
import type { StoredType } from "./column-type.js";
import { numberMark } from "./marked-number.js";

/**
 * Returns the expression that converts the JSON text of a value to the value.
 *
 * @param value - The column of JSON texts
 * @param type - Type that can store every value of the column
 * @param facts - Facts about the values
 * @returns SQL
 */
export function castColumn(value: string, type: StoredType, facts: ColumnFacts): string {
  if (type === "BOOLEAN") return `${value} = 'true'`;
  if (type === "JSON") return `CAST(${nestedText(value)} AS JSON)`;
  const texts = facts.escaped === 0 ? plainText(value) : `(${value}::JSON ->> '$')`;
  if (type === "VARCHAR") return textOfAny(value, texts, facts);
  if (facts.numbers > 0) return `CAST(${facts.marked > 0 ? numberText(value) : value} AS ${type})`;
  return `CAST(${plainText(value)} AS ${type})`;
}

function textOfAny(value: string, texts: string, { values, texts: count, marked }: ColumnFacts): string {
  if (count === values && marked === 0) return texts;
  return `CASE WHEN ${isMarked(value)} THEN ${numberText(value)} WHEN starts_with(${value}, '"') THEN ${texts} ELSE ${nestedText(value)} END`;
}

function plainText(value: string): string {
  return `substring(${value}, 2, length(${value}) - 2)`;
}

/** Returns the expression for the JSON text of an array or object without the marks of its numbers. */
function nestedText(value: string): string {
  return `CASE WHEN contains(${value}, ${quoteText(numberMark)}) THEN regexp_replace(${value}, ${quoteText(`"${numberMark}[dx]([^"]*)"`)}, '\\1', 'g') ELSE ${value} END`;
}
