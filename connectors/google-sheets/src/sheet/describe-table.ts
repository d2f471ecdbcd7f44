import { type Http, inputInvalid } from "@wellhead/sdk";
import { columnName } from "./cell-block.js";
import { type Cell, columnKind, mixedKind } from "./column-kind.js";
import type { Area } from "./find-area.js";
import type { FoundSheets } from "./find-sheets.js";
import { kindsOfAllRows, type SampledPart } from "./kinds-of-all-rows.js";
import { type AreaSample, readSamples } from "./read-samples.js";
import type { ColumnKind, PartColumn, SheetTable, TablePart } from "./sheet.js";

/** The cells that form a table. */
export interface TableChoice {
  readonly found: FoundSheets;
  readonly areas: readonly Area[];
  /** Number of the header row in each sheet. Default: the first row of the area. */
  readonly header: number | undefined;
  /** Whether each area has a header row, or only the first one, whose columns then apply to all. Default: `each`. */
  readonly headers?: "each" | "first";
  /** Whether a column contains the sheet of each row. Default: `false`. */
  readonly namesSheet?: boolean;
}

/** An area before its columns are known. */
interface Draft {
  readonly area: Area;
  /** Number of the header row; `undefined` when it has none. */
  readonly header: number | undefined;
  readonly firstRow: number;
}

/**
 * Finds the columns of a table: names from its header rows, types from the formats of the first rows below them, which
 * are checked against the values of all others.
 * Columns of several areas with the same name become one column.
 *
 * @param http - Client of the request
 * @param choice - The areas and their header row
 * @returns The table
 * @throws ConnectorError `invalid_field` when a header row is empty
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells
 */
export async function describeTable(http: Http, choice: TableChoice): Promise<SheetTable> {
  const { found, areas, header, headers = "each", namesSheet = false } = choice;
  const drafts = areas.map((area, index) =>
    draftOf(area, headers === "each" || index === 0 ? (header ?? area.firstRow) : undefined),
  );
  const samples = await readSamples(
    http,
    found.spreadsheet,
    drafts.map(({ area, header: row, firstRow }) => ({ ...area, header: row, firstRow })),
  );
  const sampled: SampledPart[] = [];
  for (const [index, { area, header: row, firstRow }] of drafts.entries()) {
    const sample = samples[index] ?? { header: [], below: [] };
    const columns =
      row === undefined
        ? sameColumns(sampled[0]?.part.columns ?? [], sample)
        : nameColumns(sample, { area, row, isOnly: areas.length === 1 });
    sampled.push({ part: { ...area, firstRow, columns }, known: sample.below.length });
  }
  const parts = await kindsOfAllRows(http, found.spreadsheet, sampled);
  const columns = unitedColumns(parts);
  return {
    spreadsheet: found.spreadsheet,
    zone: found.zone,
    columns,
    parts,
    ...(namesSheet && { sheetColumn: uniqueName("Sheet", columns) }),
    rowLength: lengthOf(samples.flatMap(({ below }) => below)),
  };
}

/**
 * Returns the draft of an area. The header row may be above the area; only the cells in the area's columns then count.
 */
function draftOf(area: Area, header: number | undefined): Draft {
  if (header === undefined) return { area, header, firstRow: area.firstRow };
  if (!Number.isInteger(header) || header < 1) {
    throw inputInvalid(`Could not read the sheet: expected the number of a row, from 1, got ${header}.`, {
      field: "header",
    });
  }
  return { area, header, firstRow: Math.max(area.firstRow, header + 1) };
}

function nameColumns(
  { header, below }: AreaSample,
  { area, row, isOnly }: { readonly area: Area; readonly row: number; readonly isOnly: boolean },
): readonly PartColumn[] {
  if (!header.some((cell) => isFilled(cell))) {
    // One of several sheets may be empty. Cells after its sample are read under the names of the sheet's columns.
    if (!isOnly && !below.flat().some((cell) => isFilled(cell))) return [];
    throw inputInvalid(
      `Could not read the sheet: row ${row} of "${area.title}" is empty. Choose the row with the names of the columns.`,
      {
        field: "header",
      },
    );
  }
  const taken = new Set<string>();
  // Columns right of the last name are included, under the names of the sheet's columns.
  const width = Math.max(...[header, ...below].map((cells) => widthOf(cells)));
  return Array.from({ length: width }, (_, index) => {
    const name = (header[index]?.formattedValue ?? "").trim();
    const id = uniqueName(name || `Column ${columnName(area.firstColumn + index)}`, taken);
    taken.add(id);
    return { id, kind: columnKind(below.map((cells) => cells[index])) };
  });
}

/** Returns the columns of the first part, by position, for a part without a header of its own. */
function sameColumns(columns: readonly PartColumn[], { below }: AreaSample): readonly PartColumn[] {
  return columns.map(({ id }, index) => ({ id, kind: columnKind(below.map((cells) => cells[index])) }));
}

function unitedColumns(parts: readonly TablePart[]): ReadonlyMap<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind[]>();
  for (const { id, kind } of parts.flatMap(({ columns }) => columns)) {
    kinds.set(id, [...(kinds.get(id) ?? []), ...(kind === undefined ? [] : [kind])]);
  }
  return new Map([...kinds].map(([id, found]) => [id, mixedKind(found) ?? "text"]));
}

function uniqueName(name: string, taken: { has(id: string): boolean }): string {
  let id = name;
  for (let number = 2; taken.has(id) || id === "__proto__"; number += 1) id = `${name} ${number}`;
  return id;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.findLastIndex((cell) => isFilled(cell)) + 1;
}

function isFilled({ formattedValue }: Cell): boolean {
  return (formattedValue ?? "").trim() !== "";
}

function lengthOf(rows: ReadonlyArray<readonly Cell[]>): number {
  const cells = rows.flat().map(({ formattedValue }) => (formattedValue ?? "").length);
  return cells.reduce((sum, length) => sum + length, 0) / Math.max(1, rows.length);
}
