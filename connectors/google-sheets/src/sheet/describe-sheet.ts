import { type Http, inputInvalid } from "@wellhead/sdk";
import { cellRange, columnName } from "./cell-range.js";
import { type Cell, columnKind } from "./column-kind.js";
import { findSheets } from "./find-sheets.js";
import type { Sheet, SheetColumn } from "./sheet.js";

/** Which sheet a person chose. */
export interface SheetChoice {
  readonly spreadsheet: string;
  /** Id of the sheet. */
  readonly sheet: string;
  /** Number of the header row. Default: 1. */
  readonly header: number | undefined;
}

/** What the API says of cells, as far as it is read. */
interface Grid {
  readonly sheets?: ReadonlyArray<{
    readonly data?: ReadonlyArray<{
      readonly rowData?: ReadonlyArray<{ readonly values?: readonly Cell[] }>;
    }>;
  }>;
}

/** Rows below the header whose formats tell what a column holds. */
const sample = 200;

const fields = "sheets.data.rowData.values(formattedValue,effectiveValue,effectiveFormat.numberFormat.type)";

/**
 * Finds a sheet's columns: names from its header row, types from the formats of the first rows below.
 *
 * @param http - Client of the request
 * @param choice - The sheet and its header row
 * @returns The sheet
 * @throws ConnectorError `invalid_field` when there is no such sheet, or nothing in its header row
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells
 */
export async function describeSheet(http: Http, choice: SheetChoice): Promise<Sheet> {
  const { spreadsheet, sheet: id, header = 1 } = choice;
  if (!Number.isInteger(header) || header < 1) {
    throw inputInvalid(`found ${header}, wanted the number of a row, from 1`, { field: "header" });
  }
  const { zone, sheets } = await findSheets(http, spreadsheet);
  const found = sheets.find((sheet) => sheet.id === id);
  if (found === undefined) {
    throw inputInvalid("found a sheet that is not in the spreadsheet any more, choose another", {
      field: "sheet",
    });
  }
  const { title, rowCount, columnCount } = found;
  const block = {
    title,
    firstRow: header,
    lastRow: Math.min(rowCount, header + sample),
    columns: columnCount,
  };
  const grid = header > rowCount ? [] : await readCells(http, spreadsheet, cellRange(block));
  const columns = nameColumns(grid);
  if (columns.length === 0) {
    throw inputInvalid(`found nothing in row ${header} of "${title}", wanted the names of the columns`, {
      field: "header",
    });
  }
  return { spreadsheet, title, zone, firstRow: header + 1, lastRow: rowCount, columns };
}

async function readCells(
  http: Http,
  spreadsheet: string,
  range: string,
): Promise<ReadonlyArray<readonly Cell[]>> {
  const grid = await http
    .get(`spreadsheets/${encodeURIComponent(spreadsheet)}`, {
      query: { ranges: range, includeGridData: true, fields },
    })
    .json<Grid>();
  return (grid.sheets?.[0]?.data?.[0]?.rowData ?? []).map(({ values }) => values ?? []);
}

function nameColumns([header = [], ...below]: ReadonlyArray<readonly Cell[]>): readonly SheetColumn[] {
  const taken = new Set<string>();
  const width = header.findLastIndex(({ formattedValue }) => (formattedValue ?? "").trim() !== "") + 1;
  return header.slice(0, width).map(({ formattedValue }, index) => {
    const name = (formattedValue ?? "").trim() || `Column ${columnName(index)}`;
    let id = name;
    for (let number = 2; taken.has(id) || id === "__proto__"; number += 1) id = `${name} ${number}`;
    taken.add(id);
    return { id, index, kind: columnKind(below.map((row) => row[index])) };
  });
}
