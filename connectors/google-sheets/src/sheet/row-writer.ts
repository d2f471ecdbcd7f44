import { columnName } from "./cell-block.js";
import { isSerial, serialDay, serialInstant, serialTime } from "./serial-date.js";
import type { ColumnKind, SheetTable, TablePart } from "./sheet.js";

/** A cell of a row. */
type SheetCell = string | number | boolean | null;

/** A row, by column. */
export type SheetRow = Readonly<Record<string, SheetCell>>;

/** A column and how its cells are converted. */
interface WrittenColumn {
  readonly id: string;
  /** Kind of the column's cells in this part. */
  readonly kind: ColumnKind;
  /** Whether the column of the table is text. */
  readonly isText: boolean;
}

/** Converts the cells of a part to rows of its table. */
export class RowWriter {
  readonly #part: TablePart;
  readonly #table: SheetTable;
  readonly #columns: readonly WrittenColumn[];
  readonly #ids: ReadonlySet<string>;
  /** Columns of the table that the part lacks. */
  readonly #missing: readonly string[];

  /**
   * Creates a writer for the rows of a part.
   *
   * @param table - The table
   * @param part - One of its parts
   */
  constructor(table: SheetTable, part: TablePart) {
    this.#part = part;
    this.#table = table;
    this.#ids = new Set(part.columns.map(({ id }) => id));
    this.#columns = part.columns.map(({ id, kind }) => this.#columnOf(id, kind));
    this.#missing = [...table.columns.keys()].filter((id) => !this.#ids.has(id));
  }

  /**
   * Converts a row.
   *
   * @param cells - Its cells, from the first column of the part
   * @returns The row; cells right of the part's columns are named after the sheet's columns
   */
  write(cells: readonly unknown[]): SheetRow {
    const { sheetColumn, zone } = this.#table;
    const row: Array<readonly [string, SheetCell]> =
      sheetColumn === undefined ? [] : [[sheetColumn, this.#part.title]];
    for (const [index, column] of this.#columns.entries())
      row.push([column.id, cellOf(cells[index], column, zone)]);
    for (const id of this.#missing) row.push([id, null]);
    for (const [index, cell] of cells.slice(this.#columns.length).entries()) {
      const column = this.#unnamed(this.#columns.length + index);
      const value = cellOf(cell, column, zone);
      if (value !== null) row.push([column.id, value]);
    }
    return Object.fromEntries(row);
  }

  #unnamed(index: number): WrittenColumn {
    const name = `Column ${columnName(this.#part.firstColumn + index)}`;
    return this.#columnOf(this.#ids.has(name) ? `${name} 2` : name, undefined);
  }

  #columnOf(id: string, own: ColumnKind | undefined): WrittenColumn {
    const kind = this.#table.columns.get(id) ?? "text";
    // If the table has both dates and points in time, dates are read as points in time as well.
    return { id, kind: kind === "text" ? (own ?? kind) : kind, isText: kind === "text" };
  }
}

/**
 * Converts a cell. A cell that does not match its column's kind keeps its own value, so that nothing is lost or
 * invented.
 */
function cellOf(value: unknown, { kind, isText }: WrittenColumn, zone: string): SheetCell {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return !isText && isFault(value) ? null : value;
  if (typeof value === "number") {
    const cell = numberOf(value, kind, zone);
    return isText ? String(cell) : cell;
  }
  if (typeof value !== "boolean") return JSON.stringify(value);
  return isText ? String(value).toUpperCase() : value;
}

function numberOf(value: number, kind: ColumnKind, zone: string): string | number {
  if ((kind === "date" || kind === "datetime") && !isSerial(value)) return value;
  if (kind === "date") return serialDay(value);
  if (kind === "datetime") return serialInstant(value, zone);
  return kind === "time" ? serialTime(value) : value;
}

/**
 * Returns whether a text is what a formula shows that failed or is not calculated yet.
 *
 * @param text - Text of a cell
 * @returns Whether it is not a value
 */
export function isFault(text: string): boolean {
  return /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!|SPILL!|CALC!|UNKNOWN!|GETTING_DATA)|Loading\.\.\.$)/.test(
    text,
  );
}
