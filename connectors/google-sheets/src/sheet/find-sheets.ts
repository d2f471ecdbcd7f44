import { type Http, shape } from "@wellhead/sdk";
import type { CellBounds } from "./parse-range.js";

/** A sheet of a spreadsheet. */
export interface FoundSheet {
  readonly id: string;
  readonly title: string;
  readonly isHidden: boolean;
  /** Number of rows of its grid, including empty ones. */
  readonly rowCount: number;
  readonly columnCount: number;
}

/** A range with a name. */
export interface NamedRange {
  readonly id: string;
  readonly name: string;
  /** Id of its sheet. */
  readonly sheet: string;
  readonly bounds: CellBounds;
}

/** The sheets of a spreadsheet. */
export interface FoundSheets {
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  /** IANA name of its time zone. */
  readonly zone: string;
  readonly sheets: readonly FoundSheet[];
  readonly names: readonly NamedRange[];
}

const gridRangeShape = shape.object({
  sheetId: shape.number,
  startRowIndex: shape.number,
  endRowIndex: shape.number,
  startColumnIndex: shape.number,
  endColumnIndex: shape.number,
});

/** Members of a spreadsheet that are read. */
export const spreadsheetShape = shape.object({
  properties: shape.object({ timeZone: shape.text }),
  sheets: shape.list(
    shape.object({
      properties: shape.object({
        sheetId: shape.number,
        title: shape.text,
        sheetType: shape.text,
        hidden: shape.bool,
        gridProperties: shape.object({ rowCount: shape.number, columnCount: shape.number }),
      }),
    }),
  ),
  namedRanges: shape.list(
    shape.object({ namedRangeId: shape.text, name: shape.text, range: gridRangeShape }),
  ),
});

const fields =
  "properties.timeZone,sheets.properties(sheetId,title,sheetType,hidden,gridProperties(rowCount,columnCount)),namedRanges";

/**
 * Finds the grid sheets and the named ranges of a spreadsheet. Chart sheets are ignored, because they have no rows.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @returns Its sheets and named ranges, in order, and its zone
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/get
 */
export async function findSheets(http: Http, spreadsheet: string): Promise<FoundSheets> {
  const found = await http
    .get(`spreadsheets/${encodeURIComponent(spreadsheet)}`, { query: { fields } })
    .json(spreadsheetShape);
  return {
    spreadsheet,
    zone: found.properties?.timeZone ?? "UTC",
    sheets: (found.sheets ?? [])
      .map(({ properties }) => properties)
      .filter((properties) => properties !== null && properties !== undefined)
      .filter(({ sheetType }) => (sheetType ?? "GRID") === "GRID")
      .map(({ sheetId, title, hidden, gridProperties }) => ({
        // Google may omit an id of 0.
        id: String(sheetId ?? 0),
        title: title ?? "",
        isHidden: hidden ?? false,
        rowCount: countOf(gridProperties?.rowCount) ?? 0,
        columnCount: countOf(gridProperties?.columnCount) ?? 0,
      })),
    names: (found.namedRanges ?? []).map(({ namedRangeId, name, range }) => ({
      id: namedRangeId ?? name ?? "",
      name: name ?? "",
      sheet: String(range?.sheetId ?? 0),
      bounds: boundsOf(range ?? {}),
    })),
  };
}

/**
 * Converts a grid range to bounds. Its indexes begin at 0, and its ends are exclusive. A missing index means an open
 * side.
 */
function boundsOf(
  range: {
    readonly [Key in "startRowIndex" | "endRowIndex" | "startColumnIndex" | "endColumnIndex"]?: unknown;
  },
): CellBounds {
  const lastRow = countOf(range.endRowIndex);
  const endColumn = countOf(range.endColumnIndex);
  return {
    firstRow: (countOf(range.startRowIndex) ?? 0) + 1,
    firstColumn: countOf(range.startColumnIndex) ?? 0,
    ...(lastRow !== undefined && { lastRow }),
    ...(endColumn !== undefined && { lastColumn: endColumn - 1 }),
  };
}

/** Returns a count or index if it is a positive safe integer; otherwise `undefined`. */
function countOf(count: unknown): number | undefined {
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
