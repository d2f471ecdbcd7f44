import { type Http, shape } from "@wellhead/sdk";

/** A sheet of a spreadsheet. */
export interface FoundSheet {
  readonly id: string;
  readonly title: string;
  /** Rows of its grid, empty ones too. */
  readonly rowCount: number;
  readonly columnCount: number;
}

/** The sheets of a spreadsheet. */
export interface FoundSheets {
  /** IANA name of the zone its times are in. */
  readonly zone: string;
  readonly sheets: readonly FoundSheet[];
}

/** What is read of a spreadsheet. */
export const spreadsheetShape = shape.object({
  properties: shape.object({ timeZone: shape.text }),
  sheets: shape.list(
    shape.object({
      properties: shape.object({
        sheetId: shape.number,
        title: shape.text,
        sheetType: shape.text,
        gridProperties: shape.object({ rowCount: shape.number, columnCount: shape.number }),
      }),
    }),
  ),
});

const fields =
  "properties.timeZone,sheets.properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount))";

/**
 * Finds the sheets of a spreadsheet that are grids; charts on sheets of their own have no rows.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @returns Its sheets, in order, and its zone
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/get
 */
export async function findSheets(http: Http, spreadsheet: string): Promise<FoundSheets> {
  const found = await http
    .get(`spreadsheets/${encodeURIComponent(spreadsheet)}`, { query: { fields } })
    .json(spreadsheetShape);
  return {
    zone: found.properties?.timeZone ?? "UTC",
    sheets: (found.sheets ?? [])
      .map(({ properties }) => properties)
      .filter((properties) => properties !== null && properties !== undefined)
      .filter(({ sheetType }) => (sheetType ?? "GRID") === "GRID")
      .map(({ sheetId, title, gridProperties }) => ({
        // A sheet whose id is 0 may come without one.
        id: String(sheetId ?? 0),
        title: title ?? "",
        rowCount: countOf(gridProperties?.rowCount),
        columnCount: countOf(gridProperties?.columnCount),
      })),
  };
}

/** Rows and columns of a grid are small numbers; anything else is none. */
function countOf(count: unknown): number {
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
