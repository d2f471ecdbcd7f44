import { type Columns, didYouMean, inputInvalid } from "@wellhead/sdk";
import type { Stream } from "../specification/stream.js";
import type { OpenTool } from "./open-tool.js";

/** Values of a filter. */
export type Values = Readonly<Record<string, unknown>>;

/** Field of the filter with the columns to read. */
export const columnsField = "columns";

/**
 * @param open - The program
 * @param stream - The stream
 * @returns Its columns without those that the operator hides
 */
export function shownColumns(open: OpenTool, { columns }: Stream): Columns {
  const hidden = open.options.hide ?? [];
  return Object.fromEntries(Object.entries(columns).filter(([id]) => !hidden.includes(id)));
}

/**
 * Returns the columns that a person has chosen.
 *
 * @param open - The program
 * @param stream - The stream
 * @param filter - Values of the filter
 * @returns The columns, in the order of the stream
 * @throws ConnectorError `invalid_field` when there is no such column
 */
export function chosenColumns(open: OpenTool, stream: Stream, filter: Values): Columns {
  const shown = shownColumns(open, stream);
  const chosen = chosenNames(filter);
  if (chosen.length === 0) return shown;
  const wrong = chosen.find((id) => !Object.hasOwn(shown, id));
  if (wrong === undefined)
    return Object.fromEntries(Object.entries(shown).filter(([id]) => chosen.includes(id)));
  const near = didYouMean(wrong, Object.keys(shown));
  throw inputInvalid(`Could not read "${wrong}": the stream "${stream.id}" has no such column.${near}`, {
    field: columnsField,
  });
}

/**
 * @param filter - Values of the filter
 * @returns Ids of the columns that a person has chosen; none when all are read
 */
export function chosenNames(filter: Values): readonly string[] {
  // The field is a list of texts that the form has read.
  return (filter[columnsField] ?? []) as readonly string[];
}
