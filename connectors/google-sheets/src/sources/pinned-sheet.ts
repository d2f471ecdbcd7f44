import { type Http, isConnectorError, type MakeSource, type Source, upstreamInvalid } from "@wellhead/sdk";
import { columnsOf } from "../sheet/columns-of.js";
import { describeTable } from "../sheet/describe-table.js";
import { areasOf } from "../sheet/find-area.js";
import { findSheets } from "../sheet/find-sheets.js";
import { readUnchanged } from "../sheet/read-unchanged.js";
import type { SheetTable } from "../sheet/sheet.js";

/** Cells of a spreadsheet that the operator named. */
export interface PinnedCells {
  /** URL of Google Drive. */
  readonly drive: string;
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  /** Name of a sheet or of a range, or a range in A1 notation. */
  readonly cells: string;
}

/**
 * Creates the source of the rows of a sheet or range that the operator named.
 *
 * @param source - Creates a source from its definition
 * @param pinned - The cells
 * @returns The source
 */
export function pinnedSheet<Account>(
  source: MakeSource<Account>,
  { drive, spreadsheet, cells }: PinnedCells,
): Source {
  const describe = (http: Http) => tableOf(http, { spreadsheet, cells });
  return source({
    name: cells,
    filter: {},
    fields: async ({ http }) => columnsOf(await describe(http)),
    rows: ({ http }) => readUnchanged(http, { drive, spreadsheet, describe: () => describe(http) }),
  });
}

async function tableOf(
  http: Http,
  { spreadsheet, cells }: Pick<PinnedCells, "spreadsheet" | "cells">,
): Promise<SheetTable> {
  const found = await findSheets(http, spreadsheet);
  try {
    return await describeTable(http, { found, areas: areasOf(found, { ranges: cells }), header: undefined });
  } catch (error) {
    if (!isConnectorError(error) || error.code !== "invalid_field") throw error;
    throw upstreamInvalid(
      `${error.message} The operator of the connector named these cells; they can be corrected in its options.`,
      { cause: error },
    );
  }
}
