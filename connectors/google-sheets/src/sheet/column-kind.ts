import type { ColumnKind } from "./sheet.js";

/** A cell, as far as it is read. */
export interface Cell {
  readonly formattedValue?: string;
  readonly effectiveValue?: {
    readonly numberValue?: number;
    readonly boolValue?: boolean;
    readonly stringValue?: string;
    readonly errorValue?: object;
  };
  readonly effectiveFormat?: { readonly numberFormat?: { readonly type?: string } };
}

const kinds: ReadonlyMap<string | undefined, ColumnKind> = new Map([
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
    if (value?.boolValue !== undefined) found.add("bool");
    else if (value?.stringValue !== undefined && value.stringValue !== "") found.add("text");
    else if (value?.numberValue !== undefined)
      found.add(kinds.get(effectiveFormat?.numberFormat?.type) ?? "number");
  }
  // Days among points in time are points in time too: midnight.
  if (found.size === 2 && found.has("date") && found.has("datetime")) return "datetime";
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : "text";
}
