import { type ShapeValue, shape } from "@wellhead/sdk";
import type { ColumnKind } from "./sheet.js";

/** Members of a cell that are read. */
export const cellShape = shape.object({
  formattedValue: shape.text,
  effectiveValue: shape.object({
    numberValue: shape.number,
    boolValue: shape.bool,
    stringValue: shape.text,
  }),
  effectiveFormat: shape.object({ numberFormat: shape.object({ type: shape.text }) }),
});

/** The part of a cell that is read. */
export type Cell = ShapeValue<typeof cellShape>;

const kindsByFormat: ReadonlyMap<string | null | undefined, ColumnKind> = new Map([
  ["DATE", "date"],
  ["DATE_TIME", "datetime"],
  ["TIME", "time"],
]);

/**
 * Finds the kind of a column from some of its cells. Empty cells and errors are ignored. A mixture of kinds is text.
 *
 * @param cells - Cells of the column
 * @returns Its kind; `undefined` when no cell shows it
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells#NumberFormatType
 */
export function columnKind(cells: ReadonlyArray<Cell | undefined>): ColumnKind | undefined {
  const found = new Set<ColumnKind>();
  for (const { effectiveValue: value, effectiveFormat } of cells.filter((cell) => cell !== undefined)) {
    if (hasContent(value?.boolValue)) found.add("bool");
    else if (hasContent(value?.stringValue) && value?.stringValue !== "") found.add("text");
    else if (hasContent(value?.numberValue))
      found.add(kindsByFormat.get(effectiveFormat?.numberFormat?.type) ?? "number");
  }
  return mixedKind([...found]);
}

/**
 * Returns the kind of a column whose cells have several kinds.
 *
 * @param kinds - The kinds
 * @returns Their kind; `undefined` when there is none
 */
export function mixedKind(kinds: readonly ColumnKind[]): ColumnKind | undefined {
  const [first, ...others] = new Set(kinds);
  if (others.length === 0) return first;
  // In a mixture of dates and times, a date is a point in time at midnight.
  const areInstants = kinds.every((kind) => kind === "date" || kind === "datetime");
  return areInstants ? "datetime" : "text";
}

function hasContent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
