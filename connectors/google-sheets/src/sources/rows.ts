import { cursorInBody, list, type MakeSource, number, type Source, shape } from "@wellhead/sdk";
import { columnsOf } from "../sheet/columns-of.js";
import { describeSheet } from "../sheet/describe-sheet.js";
import { findSheets } from "../sheet/find-sheets.js";
import { readSheet } from "../sheet/read-sheet.js";

/** What is read of a file that Drive lists. */
const fileShape = shape.object({ id: shape.required(shape.text), name: shape.text });

const spreadsheets = "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false";

/**
 * Makes the source of a sheet's rows.
 *
 * @param source - Maker of sources
 * @param drive - Address of Google Drive
 * @returns The source
 * @see https://developers.google.com/workspace/drive/api/reference/rest/v3/files/list
 */
export function rows<Account>(source: MakeSource<Account>, drive: string): Source {
  return source({
    name: "Rows of a sheet",
    default: true,
    filter: {
      spreadsheet: list({
        title: "Spreadsheet",
        options: ({ http }) =>
          http
            .pages(`${drive}/drive/v3/files`, {
              shape: fileShape,
              items: "files",
              paging: cursorInBody({
                cursor: "nextPageToken",
                parameter: "pageToken",
                size: { parameter: "pageSize", value: 1000 },
              }),
              query: {
                q: spreadsheets,
                orderBy: "viewedByMeTime desc,name",
                fields: "nextPageToken,files(id,name)",
                includeItemsFromAllDrives: true,
                supportsAllDrives: true,
              },
            })
            .map(({ id, name }) => ({ title: name ?? id, value: id })),
      }),
      sheet: list({
        title: "Sheet",
        requires: ["spreadsheet"],
        options: async ({ http, dependsOn }) => {
          const { sheets } = await findSheets(http, dependsOn.spreadsheet);
          return sheets.map(({ id, title }) => ({ title, value: id }));
        },
      }),
      header: number({
        title: "Header row",
        description: "Number of the row that holds the names of the columns",
        optional: true,
        defaultValue: 1,
      }),
    },
    fields: async ({ http, filter }) => columnsOf(await describeSheet(http, filter)),
    async *rows({ http, filter }) {
      yield* readSheet(http, await describeSheet(http, filter));
    },
  });
}
