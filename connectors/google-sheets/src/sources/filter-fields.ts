import { cursorInBody, type Field, list, number, shape } from "@wellhead/sdk";

/** What is read of a file that Drive lists. */
const fileShape = shape.object({ id: shape.required(shape.text), name: shape.text });

const spreadsheets = "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false";

/**
 * Makes the field in which a person chooses a spreadsheet.
 *
 * @param drive - Address of Google Drive
 * @returns The field; its options are those the account can open, the last viewed first
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
 * Makes the field for the number of the header row.
 *
 * @param whole - What the first row is of, such as `the sheet`
 * @returns The field
 */
export function headerField(whole: string): Field<number | undefined> {
  return number({
    title: "Header row",
    description: `Number of the row in the sheet that holds the names of the columns. Empty: the first row of ${whole}`,
    optional: true,
  });
}
