import { type Http, inputInvalid, isTooLarge, shape } from "@wellhead/sdk";
import { type CellBlock, cellRange, columnName } from "./cell-range.js";
import { type Cell, cellShape, columnKind } from "./column-kind.js";
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

/** What is read of the cells of a range. */
export const gridShape = shape.object({
  sheets: shape.list(
    shape.object({
      data: shape.list(
        shape.object({ rowData: shape.list(shape.object({ values: shape.list(cellShape) })) }),
      ),
    }),
  ),
});

/** Rows below the header whose formats tell what a column holds, and cells that are asked for at a time. */
const sample = { rows: 200, cells: 20_000 };

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
  const block = { title, firstRow: header, lastRow: rowCount, columns: columnCount };
  const rows = header > rowCount ? [] : await readSample(http, spreadsheet, block);
  const columns = nameColumns(rows);
  if (columns.length === 0) {
    throw inputInvalid(`found nothing in row ${header} of "${title}", wanted the names of the columns`, {
      field: "header",
    });
  }
  return {
    spreadsheet,
    title,
    zone,
    firstRow: header + 1,
    lastRow: rowCount,
    columns,
    width: columnCount,
    rowLength: lengthOf(rows),
  };
}

/** Reads the header and the rows below it, fewer of them where they are wide or long. */
async function readSample(
  http: Http,
  spreadsheet: string,
  block: CellBlock,
): Promise<ReadonlyArray<readonly Cell[]>> {
  let rows = Math.min(sample.rows, Math.ceil(sample.cells / Math.max(1, block.columns)));
  for (;;) {
    const lastRow = Math.min(block.lastRow, block.firstRow + rows);
    try {
      return await readCells(http, spreadsheet, cellRange({ ...block, lastRow }));
    } catch (error) {
      if (!isTooLarge(error) || rows === 0) throw error;
      rows = Math.floor(rows / 4);
    }
  }
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
    .json(gridShape);
  return (grid.sheets?.[0]?.data?.[0]?.rowData ?? []).map(({ values }) => values ?? []);
}

function nameColumns([header = [], ...below]: ReadonlyArray<readonly Cell[]>): readonly SheetColumn[] {
  const taken = new Set<string>();
  if (!header.some((cell) => isFilled(cell))) return [];
  // Cells right of the last name are a column, too, with the name the sheet gives it.
  const width = Math.max(...[header, ...below].map((row) => row.findLastIndex((cell) => isFilled(cell)) + 1));
  return Array.from({ length: width }, (_, index) => {
    const name = (header[index]?.formattedValue ?? "").trim() || `Column ${columnName(index)}`;
    let id = name;
    for (let number = 2; taken.has(id) || id === "__proto__"; number += 1) id = `${name} ${number}`;
    taken.add(id);
    return { id, index, kind: columnKind(below.map((row) => row[index])) };
  });
}

function isFilled({ formattedValue }: Cell): boolean {
  return (formattedValue ?? "").trim() !== "";
}

function lengthOf([, ...rows]: ReadonlyArray<readonly Cell[]>): number {
  const cells = rows.flat().map(({ formattedValue }) => (formattedValue ?? "").length);
  return cells.reduce((sum, length) => sum + length, 0) / Math.max(1, rows.length);
}
