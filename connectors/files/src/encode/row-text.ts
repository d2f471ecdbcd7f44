import { quoteName, quoteText } from "../engine/quote.js";
import type { EncodedColumn } from "./encoded-column.js";
import { jsonText } from "./json-text.js";

/** Most columns: the engine holds the text of all of them beside that of the rows. */
const mostColumns = 100;

/**
 * Writes SQL that makes whole rows JSON text, so that the engine does on all its threads what the cells do on one.
 *
 * @param columns - Columns of the row
 * @param separator - What stands behind every row
 * @returns SQL that gives the text of a row; `undefined` when a column is of a type only the cells can write
 */
export function rowText(columns: readonly EncodedColumn[], separator: string): string | undefined {
  if (columns.length === 0 || columns.length > mostColumns) return undefined;
  const parts: string[] = [];
  for (const [index, { name, type }] of columns.entries()) {
    const text = jsonText(type, quoteName(name));
    if (text === undefined) return undefined;
    parts.push(quoteText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`), `coalesce(${text}, 'null')`);
  }
  return `concat(${parts.join(", ")}, ${quoteText(`}${separator}`)})`;
}
