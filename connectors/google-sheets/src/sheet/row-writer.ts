import { columnName } from "./cell-block.js";
import { isSerial, serialDay, serialInstant, serialTime } from "./serial-date.js";
import type { ColumnKind, SheetTable, TablePart } from "./sheet.js";

/** A cell of a row. */
type SheetCell = string | number | boolean | null;

/** A row, by column. */
export type SheetRow = Readonly<Record<string, SheetCell>>;

/** How the cells of a column are read. */
interface WrittenColumn {
  readonly id: string;
  /** Kind of the column's cells in this part. */
  readonly kind: ColumnKind;
  /** Whether the column of the table is text. */
  readonly isText: boolean;
}

/** Writes the cells of a part as rows of its table. */
export class RowWriter {
  readonly #part: TablePart;
  readonly #table: SheetTable;
  readonly #columns: readonly WrittenColumn[];
  readonly #ids: ReadonlySet<string>;
  /** Columns of the table that the part does not have. */
  readonly #missing: readonly string[];

  /**
   * Prepares for the rows of a part.
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
   * Writes a row.
   *
   * @param cells - Its cells, from the first column of the part
   * @returns The row; right of the columns that the part has, a cell has the name that the sheet gives its column
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
    // Days and points in time are both read as points in time where the table has both.
    return { id, kind: kind === "text" ? (own ?? kind) : kind, isText: kind === "text" };
  }
}

/** A cell that is not what its column holds keeps its own value: nothing is lost, and nothing made up. */
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

/** What a formula shows that fails, or has not been worked out yet. */
function isFault(text: string): boolean {
  return /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!|SPILL!|CALC!|UNKNOWN!|GETTING_DATA)|Loading\.\.\.$)/.test(
    text,
  );
}
