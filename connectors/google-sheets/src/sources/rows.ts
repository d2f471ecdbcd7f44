import { type Http, list, type MakeSource, type Source, text } from "@wellhead/sdk";
import { columnsOf } from "../sheet/columns-of.js";
import { describeTable } from "../sheet/describe-table.js";
import { areaOfSheet } from "../sheet/find-area.js";
import { findSheets } from "../sheet/find-sheets.js";
import { readUnchanged } from "../sheet/read-unchanged.js";
import type { SheetTable } from "../sheet/sheet.js";
import { headerField, spreadsheetField } from "./filter-fields.js";

/**
 * Creates the source of the rows of a sheet, or of a range in it.
 *
 * @param source - Creates a source from its definition
 * @param drive - URL of Google Drive
 * @returns The source
 */
export function rows<Account>(source: MakeSource<Account>, drive: string): Source {
  return source({
    name: "Rows of a sheet",
    default: true,
    filter: {
      spreadsheet: spreadsheetField(drive),
      sheet: list({
        title: "Sheet",
        requires: ["spreadsheet"],
        options: async ({ http, dependsOn }) => {
          const { sheets } = await findSheets(http, dependsOn.spreadsheet);
          return sheets.map(({ id, title }) => ({ title, value: id }));
        },
      }),
      range: text({
        title: "Range",
        description: "Cells of the sheet, such as B3:F. Empty: all of them",
        placeholder: "B3:F",
        optional: true,
      }),
      header: headerField("the range or sheet"),
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
    readonly sheet: string;
    readonly range: string | undefined;
    readonly header: number | undefined;
  },
): Promise<SheetTable> {
  const found = await findSheets(http, filter.spreadsheet);
  return await describeTable(http, {
    found,
    areas: [areaOfSheet(found, { sheet: filter.sheet, range: filter.range })],
    header: filter.header,
  });
}
