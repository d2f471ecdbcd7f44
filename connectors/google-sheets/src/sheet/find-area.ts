import { inputInvalid } from "@wellhead/sdk";
import type { CellBlock } from "./cell-block.js";
import type { FoundSheet, FoundSheets } from "./find-sheets.js";
import { type CellBounds, parseRange, parseRanges, type RangeText } from "./parse-range.js";

/** A block of cells within the grid of a sheet. */
export interface Area extends CellBlock {
  /** Id of the sheet. */
  readonly sheet: string;
  /** Rows of the sheet's grid. */
  readonly rowCount: number;
}

/**
 * Returns the cells of a sheet, or of a range in it.
 *
 * @param found - Sheets of the spreadsheet
 * @param choice - Id of the sheet, a range within it, and the id of the field that names the sheet. Default: all of the
 * sheet, the field `sheet`
 * @returns The cells
 * @throws ConnectorError `invalid_field` when there is no such sheet, or the range is outside of it
 */
export function areaOfSheet(
  found: FoundSheets,
  choice: { readonly sheet: string; readonly range?: string | undefined; readonly field?: string },
): Area {
  const { field = "sheet" } = choice;
  const sheet = found.sheets.find(({ id }) => id === choice.sheet);
  if (sheet === undefined)
    throw inputInvalid("Could not read the sheet: it no longer exists in the spreadsheet. Choose another.", {
      field,
    });
  const text = choice.range?.trim() ?? "";
  if (text === "") return within(sheet, {}, { text: sheet.title, field });
  const range = parseRange(text);
  const isOther = range.sheet !== undefined && sheetTitled(found.sheets, range.sheet) !== sheet;
  if (range.bounds === undefined || isOther) {
    throw inputInvalid(
      `Could not read the sheet: expected cells of "${sheet.title}" such as B3:F, got "${text}".`,
      { field: "range" },
    );
  }
  return within(sheet, range.bounds, { text, field: "range" });
}

/**
 * Returns the cells of a named range.
 *
 * @param found - Sheets and named ranges of the spreadsheet
 * @param choice - Id or name of the named range
 * @param field - Id of the field that names it. Default: `name`
 * @returns The cells
 * @throws ConnectorError `invalid_field` when there is no such range
 */
export function areaOfName(found: FoundSheets, choice: string, field = "name"): Area {
  const named =
    found.names.find(({ id }) => id === choice) ?? found.names.find(({ name }) => equalNames(name, choice));
  const sheet = found.sheets.find(({ id }) => id === named?.sheet);
  if (named === undefined || sheet === undefined) {
    throw inputInvalid(
      "Could not read the named range: it no longer exists in the spreadsheet. Choose another.",
      {
        field,
      },
    );
  }
  return within(sheet, named.bounds, { text: named.name, field });
}

/**
 * Returns the cells of several sheets and ranges, each once.
 *
 * @param found - Sheets and named ranges of the spreadsheet
 * @param choice - Ids of sheets, and ranges as the user entered them. Default of both: every sheet
 * @returns The cells, sheets first, in the order they were chosen
 * @throws ConnectorError `invalid_field` when one of them does not exist
 */
export function areasOf(
  found: FoundSheets,
  choice: { readonly sheets?: readonly string[] | undefined; readonly ranges?: string | undefined },
): readonly Area[] {
  const ranges = parseRanges(choice.ranges ?? "");
  const chosen = choice.sheets ?? [];
  const all = chosen.length === 0 && ranges.length === 0;
  const ids = all ? found.sheets.map(({ id }) => id) : chosen;
  const areas = [
    ...ids.map((sheet) => areaOfSheet(found, { sheet, field: "sheets" })),
    ...ranges.map((range) => areaOfRange(found, range)),
  ];
  if (areas.length === 0)
    throw inputInvalid("Could not read the spreadsheet: none of its sheets has rows.", {
      field: "spreadsheet",
    });
  return [...new Map(areas.map((area) => [JSON.stringify(area), area])).values()];
}

/**
 * Returns the cells of a range. An unquoted name is looked up first among named ranges, then among sheets. Cells
 * without a sheet are in the first visible sheet.
 */
function areaOfRange(found: FoundSheets, range: RangeText): Area {
  const { text, sheet: title, name, bounds } = range;
  const field = "ranges";
  if (name !== undefined) {
    const isNamed = found.names.some((named) => equalNames(named.name, name));
    if (isNamed) return areaOfName(found, name, field);
  }
  const first = found.sheets.find(({ isHidden }) => !isHidden);
  const titled = title ?? name;
  const sheet = titled === undefined ? first : sheetTitled(found.sheets, titled);
  const isUnknown = sheet === undefined || (title !== undefined && name !== undefined);
  if (isUnknown) {
    throw inputInvalid(
      `Could not read the range: expected one such as Sheet1!B3:F, or the name of a range or sheet of the spreadsheet, got "${text}".`,
      { field },
    );
  }
  if (title === undefined && sheetTitled(found.sheets, text) !== undefined && bounds !== undefined) {
    throw inputInvalid(
      `Could not read the range: "${text}" is the name of a sheet and of cells. Write '${text}' for the sheet.`,
      {
        field,
      },
    );
  }
  return within(sheet, bounds ?? {}, { text, field });
}

/** Limits bounds to the grid of a sheet. */
function within(
  sheet: FoundSheet,
  bounds: CellBounds,
  { text, field }: { readonly text: string; readonly field: string },
): Area {
  const { id, title, rowCount, columnCount } = sheet;
  const { firstRow = 1, firstColumn = 0, lastRow = rowCount, lastColumn = columnCount - 1 } = bounds;
  const isOutside = firstRow > rowCount || firstColumn >= columnCount;
  // A sheet without cells is empty, but a range without cells is an error.
  if (isOutside && Object.keys(bounds).length > 0) {
    throw inputInvalid(
      `Could not read the range: "${text}" is outside of "${title}", which has ${rowCount} rows and ${columnCount} columns.`,
      { field },
    );
  }
  return {
    sheet: id,
    title,
    rowCount,
    firstRow,
    firstColumn,
    lastRow: Math.min(lastRow, rowCount),
    lastColumn: Math.min(lastColumn, columnCount - 1),
  };
}

function sheetTitled(sheets: readonly FoundSheet[], title: string): FoundSheet | undefined {
  return sheets.find((one) => one.title === title) ?? sheets.find((one) => equalNames(one.title, title));
}

/** Compares names of sheets and ranges ignoring case, as in a formula. */
function equalNames(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
