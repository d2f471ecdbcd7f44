import { quoteName, quoteText } from "../engine/quote.js";
import type { EncodedColumn } from "./chunks/encoded-column.js";
import { jsonText } from "./json-text.js";

/** Maximum number of columns. The engine holds the text of every column in addition to the text of the rows. */
const maxColumns = 100;

/**
 * Returns an SQL expression that converts whole rows to JSON text. The engine does this on all its threads, while the
 * cells use one.
 *
 * @param columns - Columns of the row
 * @param separator - Text after every row
 * @returns SQL expression for the text of a row; `undefined` when only the cells can write the type of a column, or
 * there are no columns or too many
 */
export function rowText(columns: readonly EncodedColumn[], separator: string): string | undefined {
  if (columns.length === 0 || columns.length > maxColumns) return undefined;
  const parts: string[] = [];
  for (const [index, { name, type }] of columns.entries()) {
    const text = jsonText(type, quoteName(name));
    if (text === undefined) return undefined;
    parts.push(quoteText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`), `coalesce(${text}, 'null')`);
  }
  return `concat(${parts.join(", ")}, ${quoteText(`}${separator}`)})`;
}
