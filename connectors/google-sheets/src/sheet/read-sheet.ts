import { type Http, isTooLarge, shape } from "@wellhead/sdk";
import { cellRange, columnName } from "./cell-range.js";
import { isSerial, serialDay, serialInstant, serialTime } from "./serial-date.js";
import type { ColumnKind, Sheet } from "./sheet.js";

/** A row, by column. */
export type SheetRow = Readonly<Record<string, string | number | boolean | null>>;

/** What is read of a range; rows and cells that are empty at the end are left out. */
export const valuesShape = shape.object({ values: shape.list(shape.list(shape.anything)) });

/** Bytes that a call should bring, and the maximum rows and cells of the first one, whose length is a guess. */
const size = { bytes: 2_000_000, rows: 10_000, cells: 100_000 };
/** How many times larger than the one before a call may be, after values and after nothing. */
const growth = { filled: 4, empty: 16 };

/**
 * Reads the rows of a sheet, block by block to the end of its grid. Rows without any value are left out. A block is as
 * large as the last one makes likely to bring 2 MB, grows fast where nothing is, and halves where it was too large.
 *
 * @param http - Client of the request
 * @param sheet - The sheet and its columns
 * @returns Rows in the order of the sheet
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export async function* readSheet(http: Http, sheet: Sheet): AsyncGenerator<readonly SheetRow[]> {
  const { lastRow, title, width } = sheet;
  const guess = [size.rows, size.cells / width, size.bytes / Math.max(1, 2 * sheet.rowLength)];
  let rows = Math.max(1, Math.floor(Math.min(...guess)));
  for (let firstRow = sheet.firstRow; firstRow <= lastRow; ) {
    const last = Math.min(lastRow, firstRow + rows - 1);
    const range = cellRange({ title, firstRow, lastRow: last, columns: width });
    let values: ReadonlyArray<readonly unknown[]>;
    try {
      values = await readValues(http, sheet.spreadsheet, range);
    } catch (error) {
      if (!isTooLarge(error) || rows === 1) throw error;
      rows = Math.ceil(rows / 2);
      continue;
    }
    const found = values.filter((cells) => cells.some((cell) => cell !== "" && cell !== null));
    if (found.length > 0) yield found.map((cells) => rowOf(cells, sheet));
    firstRow = last + 1;
    const bytes = sizeOf(found);
    const most = rows * (values.length === 0 ? growth.empty : growth.filled);
    rows = Math.max(1, bytes === 0 ? most : Math.min(most, Math.floor((rows * size.bytes) / bytes)));
  }
}

async function readValues(
  http: Http,
  spreadsheet: string,
  range: string,
): Promise<ReadonlyArray<readonly unknown[]>> {
  const path = `spreadsheets/${encodeURIComponent(spreadsheet)}/values/${encodeURIComponent(range)}`;
  const query = { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "SERIAL_NUMBER" };
  return (await http.get(path, { query }).json(valuesShape)).values ?? [];
}

/** About as many bytes as the cells had on the wire. */
function sizeOf(rows: ReadonlyArray<readonly unknown[]>): number {
  let bytes = 0;
  for (const cells of rows) {
    for (const cell of cells) bytes += typeof cell === "string" ? cell.length + 3 : 10;
  }
  return bytes;
}

function rowOf(cells: readonly unknown[], { columns, zone }: Sheet): SheetRow {
  const row = columns.map(({ id, index, kind }) => [id, cellOf(cells[index], kind, zone)] as const);
  // Right of the columns that the first rows have, a cell stands under the name that the sheet gives its column.
  const taken = new Set(columns.map(({ id }) => id));
  const others = cells.slice(columns.length).map((cell, index) => {
    const name = `Column ${columnName(columns.length + index)}`;
    return [taken.has(name) ? `${name} 2` : name, cellOf(cell, "text", zone)] as const;
  });
  return Object.fromEntries([...row, ...others.filter(([, cell]) => cell !== null)]);
}

/** A cell that is not what its column holds keeps its own value: nothing is lost, and nothing made up. */
function cellOf(value: unknown, kind: ColumnKind, zone: string): string | number | boolean | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return kind !== "text" && isFault(value) ? null : value;
  if (typeof value === "number") return numberOf(value, kind, zone);
  if (typeof value !== "boolean") return JSON.stringify(value);
  return kind === "text" ? String(value).toUpperCase() : value;
}

function numberOf(value: number, kind: ColumnKind, zone: string): string | number {
  if ((kind === "date" || kind === "datetime") && !isSerial(value)) return value;
  if (kind === "date") return serialDay(value);
  if (kind === "datetime") return serialInstant(value, zone);
  if (kind === "time") return serialTime(value);
  return kind === "text" ? String(value) : value;
}

/** What a formula shows that fails, or has not been worked out yet. */
function isFault(text: string): boolean {
  return /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!|SPILL!|CALC!|UNKNOWN!|GETTING_DATA)|Loading\.\.\.$)/.test(
    text,
  );
}
