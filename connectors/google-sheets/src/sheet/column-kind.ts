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

const kindsByFormat: ReadonlyMap<string | null | undefined, ColumnKind> = new Map([
  ["DATE", "date"],
  ["DATE_TIME", "datetime"],
  ["TIME", "time"],
]);

/**
 * Finds what a column holds from some of its cells. Cells that are empty or hold an error say nothing; a mixture is
 * text.
 *
 * @param cells - Cells of the column
 * @returns Its kind; `undefined` when no cell says what it holds
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#NumberFormatType
 */
export function columnKind(cells: ReadonlyArray<Cell | undefined>): ColumnKind | undefined {
  const found = new Set<ColumnKind>();
  for (const { effectiveValue: value, effectiveFormat } of cells.filter((cell) => cell !== undefined)) {
    if (isThere(value?.boolValue)) found.add("bool");
    else if (isThere(value?.stringValue) && value?.stringValue !== "") found.add("text");
    else if (isThere(value?.numberValue))
      found.add(kindsByFormat.get(effectiveFormat?.numberFormat?.type) ?? "number");
  }
  return mixedKind([...found]);
}

/**
 * Finds the kind of a column whose cells are of several kinds.
 *
 * @param kinds - The kinds
 * @returns Their kind; `undefined` when there is none
 */
export function mixedKind(kinds: readonly ColumnKind[]): ColumnKind | undefined {
  const [first, ...others] = new Set(kinds);
  if (others.length === 0) return first;
  // Days among points in time are points in time too: midnight.
  const areInstants = kinds.every((kind) => kind === "date" || kind === "datetime");
  return areInstants ? "datetime" : "text";
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
