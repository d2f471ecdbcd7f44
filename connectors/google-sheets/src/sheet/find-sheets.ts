import type { Http } from "@wellhead/sdk";

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

/** What the API says of a spreadsheet, as far as it is read. */
interface Spreadsheet {
  readonly properties?: { readonly timeZone?: string };
  readonly sheets?: ReadonlyArray<{
    readonly properties: {
      readonly sheetId: number;
      readonly title: string;
      readonly sheetType?: string;
      readonly gridProperties?: { readonly rowCount?: number; readonly columnCount?: number };
    };
  }>;
}

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
    .json<Spreadsheet>();
  return {
    zone: found.properties?.timeZone ?? "UTC",
    sheets: (found.sheets ?? [])
      .map(({ properties }) => properties)
      .filter(({ sheetType = "GRID" }) => sheetType === "GRID")
      .map(({ sheetId, title, gridProperties }) => ({
        id: String(sheetId),
        title,
        rowCount: gridProperties?.rowCount ?? 0,
        columnCount: gridProperties?.columnCount ?? 0,
      })),
  };
}
