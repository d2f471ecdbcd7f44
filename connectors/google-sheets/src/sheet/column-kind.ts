import { type ShapeValue, shape } from "@wellhead/sdk";
import type { ColumnKind } from "./sheet.js";

/** What is read of a cell. */
export const cellShape = shape.object({
  formattedValue: shape.text,
  effectiveValue: shape.object({
    numberValue: shape.number,
    boolValue: shape.bool,
    stringValue: shape.text,
  }),
  effectiveFormat: shape.object({ numberFormat: shape.object({ type: shape.text }) }),
});

/** A cell, as far as it is read. */
export type Cell = ShapeValue<typeof cellShape>;

const kinds: ReadonlyMap<string | null | undefined, ColumnKind> = new Map([
  ["DATE", "date"],
  ["DATE_TIME", "datetime"],
  ["TIME", "time"],
]);

/**
 * Tells what a column holds from some of its cells. Cells that are empty or hold an error tell nothing; a mixture is
 * text.
 *
 * @param cells - Cells of the column
 * @returns Its kind
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#NumberFormatType
 */
export function columnKind(cells: ReadonlyArray<Cell | undefined>): ColumnKind {
  const found = new Set<ColumnKind>();
  for (const { effectiveValue: value, effectiveFormat } of cells.filter((cell) => cell !== undefined)) {
    if (isThere(value?.boolValue)) found.add("bool");
    else if (isThere(value?.stringValue) && value?.stringValue !== "") found.add("text");
    else if (isThere(value?.numberValue))
      found.add(kinds.get(effectiveFormat?.numberFormat?.type) ?? "number");
  }
  // Days among points in time are points in time too: midnight.
  if (found.size === 2 && found.has("date") && found.has("datetime")) return "datetime";
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : "text";
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
