import { cursorInBody, type Field, list, number, shape } from "@wellhead/sdk";

/** Members of a file in Drive's list that are read. */
const fileShape = shape.object({ id: shape.required(shape.text), name: shape.text });

const spreadsheets = "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false";

/**
 * Creates the field for choosing a spreadsheet.
 *
 * @param drive - URL of Google Drive
 * @returns The field; its options are the spreadsheets the account can open, the last viewed first
 * @see https://developers.google.com/workspace/drive/api/reference/rest/v3/files/list
 */
export function spreadsheetField(drive: string): Field<string> {
  return list({
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
  });
}

/**
 * Creates the field for the number of the header row.
 *
 * @param whole - Name of what the first row belongs to, such as `the sheet`
 * @returns The field
 */
export function headerField(whole: string): Field<number | undefined> {
  return number({
    title: "Header row",
    description: `Number of the row in the sheet that holds the names of the columns. Empty: the first row of ${whole}`,
    optional: true,
  });
}
