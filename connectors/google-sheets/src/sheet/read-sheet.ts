import type { Http } from "@wellhead/sdk";
import { cellRange } from "./cell-range.js";
import { serialDay, serialInstant, serialTime } from "./serial-date.js";
import type { ColumnKind, Sheet } from "./sheet.js";

/** A row, by column. */
export type SheetRow = Readonly<Record<string, string | number | boolean | null>>;

/** Values of a range; rows and cells that are empty at the end are left out. */
interface ValueRange {
  readonly values?: ReadonlyArray<readonly unknown[]>;
}

/** Cells of one call, and most rows of it. */
const cellsPerCall = 100_000;
const rowsPerCall = 10_000;

/**
 * Reads the rows of a sheet, block by block to the end of its grid. Rows without any value are left out.
 *
 * @param http - Client of the request
 * @param sheet - The sheet and its columns
 * @returns Rows in the order of the sheet
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/get
 */
export async function* readSheet(http: Http, sheet: Sheet): AsyncGenerator<readonly SheetRow[]> {
  const { columns, lastRow, title } = sheet;
  const size = Math.max(1, Math.min(rowsPerCall, Math.floor(cellsPerCall / columns.length)));
  for (let firstRow = sheet.firstRow; firstRow <= lastRow; firstRow += size) {
    const last = Math.min(lastRow, firstRow + size - 1);
    const range = cellRange({ title, firstRow, lastRow: last, columns: columns.length });
    const { values = [] } = await http
      .get(`spreadsheets/${encodeURIComponent(sheet.spreadsheet)}/values/${encodeURIComponent(range)}`, {
        query: { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "SERIAL_NUMBER" },
      })
      .json<ValueRange>();
    const rows = values.filter((cells) => cells.some((cell) => cell !== "" && cell !== null));
    yield rows.map((cells) => rowOf(cells, sheet));
  }
}

function rowOf(cells: readonly unknown[], { columns, zone }: Sheet): SheetRow {
  return Object.fromEntries(columns.map(({ id, index, kind }) => [id, cellOf(cells[index], kind, zone)]));
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
  if (kind === "date") return serialDay(value);
  if (kind === "datetime") return serialInstant(value, zone);
  if (kind === "time") return serialTime(value);
  return kind === "text" ? String(value) : value;
}

/** What a formula that fails shows in place of a value. */
function isFault(text: string): boolean {
  return /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!)/.test(text);
}
