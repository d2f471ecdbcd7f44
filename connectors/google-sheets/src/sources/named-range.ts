import { type Http, list, type MakeSource, type Source } from "@wellhead/sdk";
import { columnsOf } from "../sheet/columns-of.js";
import { describeTable } from "../sheet/describe-table.js";
import { areaOfName } from "../sheet/find-area.js";
import { findSheets } from "../sheet/find-sheets.js";
import { readUnchanged } from "../sheet/read-unchanged.js";
import type { SheetTable } from "../sheet/sheet.js";
import { headerField, spreadsheetField } from "./filter-fields.js";

/**
 * Creates the source of the rows of a named range.
 *
 * @param source - Creates a source from its definition
 * @param drive - URL of Google Drive
 * @returns The source
 */
export function namedRange<Account>(source: MakeSource<Account>, drive: string): Source {
  return source({
    name: "Rows of a named range",
    filter: {
      spreadsheet: spreadsheetField(drive),
      name: list({
        title: "Named range",
        requires: ["spreadsheet"],
        options: async ({ http, dependsOn }) => {
          const { names } = await findSheets(http, dependsOn.spreadsheet);
          return names.map(({ id, name }) => ({ title: name, value: id }));
        },
      }),
      header: headerField("the range"),
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
  filter: { readonly spreadsheet: string; readonly name: string; readonly header: number | undefined },
): Promise<SheetTable> {
  const found = await findSheets(http, filter.spreadsheet);
  return await describeTable(http, {
    found,
    areas: [areaOfName(found, filter.name)],
    header: filter.header,
  });
}
