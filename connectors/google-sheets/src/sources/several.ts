import { type Http, list, type MakeSource, multiDropdown, type Source, text } from "@wellhead/sdk";
import { columnsOf } from "../sheet/columns-of.js";
import { describeTable } from "../sheet/describe-table.js";
import { areasOf } from "../sheet/find-area.js";
import { findSheets } from "../sheet/find-sheets.js";
import { readUnchanged } from "../sheet/read-unchanged.js";
import type { SheetTable } from "../sheet/sheet.js";
import { headerField, spreadsheetField } from "./filter-fields.js";

/**
 * Creates the source of the rows of several sheets and ranges, with a column for the name of the sheet.
 *
 * @param source - Creates a source from its definition
 * @param drive - URL of Google Drive
 * @returns The source
 */
export function several<Account>(source: MakeSource<Account>, drive: string): Source {
  return source({
    name: "Rows of several sheets or ranges",
    filter: {
      spreadsheet: spreadsheetField(drive),
      sheets: multiDropdown({
        title: "Sheets",
        description: "Empty, and no ranges: all of them",
        requires: ["spreadsheet"],
        optional: true,
        options: async ({ http, dependsOn }) => {
          const { sheets } = await findSheets(http, dependsOn.spreadsheet);
          return sheets.map(({ id, title }) => ({ title, value: id }));
        },
      }),
      ranges: text({
        title: "Ranges",
        description: "Ranges in A1 notation and names of ranges, separated by commas or semicolons",
        placeholder: "Sheet1!B3:F, 'Q1, 2026'!A:C, Totals",
        optional: true,
      }),
      headers: list({
        title: "Names of the columns",
        choices: [
          { title: "In each of them", value: "each" },
          { title: "In the first only", value: "first" },
        ],
        defaultValue: "each",
      }),
      header: headerField("each range or sheet"),
    },
    fields: async ({ http, filter }) => columnsOf(await tableOf(http, filter)),
    async *rows({ http, filter }) {
      const { spreadsheet } = filter;
      yield* readUnchanged(http, { drive, spreadsheet, describe: () => tableOf(http, filter) });
    },
  });
}

async function tableOf(
  http: Http,
  filter: {
    readonly spreadsheet: string;
    readonly sheets: readonly string[] | undefined;
    readonly ranges: string | undefined;
    readonly headers: string;
    readonly header: number | undefined;
  },
): Promise<SheetTable> {
  const found = await findSheets(http, filter.spreadsheet);
  return await describeTable(http, {
    found,
    areas: areasOf(found, filter),
    header: filter.header,
    headers: filter.headers === "first" ? "first" : "each",
    namesSheet: true,
  });
}
