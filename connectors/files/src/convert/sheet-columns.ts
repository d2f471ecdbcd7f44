import type { SheetRow } from "./sheet-rows.js";

/** A column of a sheet. */
export interface SheetColumn {
  readonly name: string;
  /** The engine's type that holds every cell of the column. */
  readonly type: string;
  /** Whether it contains empty text, which becomes NULL in a column that is not of type text. */
  readonly hasEmptyText: boolean;
}

interface Column {
  readonly kinds: Set<string>;
  hasEmptyText: boolean;
}

/** Finds the columns of a sheet from its rows. The first row holds their names; a column of several types is text. */
export class SheetColumns {
  #header: SheetRow | undefined;
  readonly #columns: Column[] = [];

  /**
   * Adds a row.
   *
   * @param row - The row
   * @returns Whether it is the header row
   */
  add(row: SheetRow): boolean {
    while (this.#columns.length < row.length) this.#columns.push({ kinds: new Set(), hasEmptyText: false });
    if (this.#header === undefined) {
      this.#header = row;
      return true;
    }
    for (const [index, column] of this.#columns.entries()) {
      const cell = row[index];
      if (cell?.text === "") column.hasEmptyText = true;
      else if (cell !== undefined) column.kinds.add(cell.kind);
    }
    return false;
  }

  /** @returns The columns of all rows so far */
  found(): readonly SheetColumn[] {
    return this.#columns.map(({ kinds, hasEmptyText }, index) => {
      const label = this.#header?.[index]?.text.trim() ?? "";
      return { name: label === "" ? `column${index + 1}` : label, type: typeOf([...kinds]), hasEmptyText };
    });
  }
}

function typeOf(kinds: readonly string[]): string {
  const isOnly = (...allowed: readonly string[]): boolean =>
    kinds.length > 0 && kinds.every((kind) => allowed.includes(kind));
  if (isOnly("boolean")) return "BOOLEAN";
  if (isOnly("whole")) return "BIGINT";
  if (isOnly("whole", "decimal")) return "DOUBLE";
  if (isOnly("date")) return "DATE";
  return isOnly("date", "moment") ? "TIMESTAMP" : "VARCHAR";
}
