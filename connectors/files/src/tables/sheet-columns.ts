/** A cell of a sheet. */
export type SheetCell = string | number | boolean | Date | null;

/** A column of a sheet. */
export interface SheetColumn {
  readonly name: string;
  /** Type of the engine that holds every cell of the column. */
  readonly type: "BIGINT" | "DOUBLE" | "BOOLEAN" | "DATE" | "TIMESTAMP" | "VARCHAR";
}

/**
 * Finds the columns of a sheet. The first row holds their names; a column of several types is text.
 *
 * @param rows - Rows of the sheet, the first one with the names
 * @returns The columns
 */
export function sheetColumns(rows: ReadonlyArray<readonly SheetCell[]>): readonly SheetColumn[] {
  const [header = [], ...body] = rows;
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, index) => {
    const name = header[index] ?? "";
    const label = name instanceof Date ? name.toISOString().slice(0, 10) : String(name).trim();
    const cells = body.map((row) => row[index] ?? null).filter((cell) => cell !== null && cell !== "");
    return { name: label === "" ? `column${index + 1}` : label, type: typeOf(cells) };
  });
}

function typeOf(cells: readonly SheetCell[]): SheetColumn["type"] {
  if (cells.length === 0) return "VARCHAR";
  if (cells.every((cell) => typeof cell === "boolean")) return "BOOLEAN";
  if (cells.every((cell) => typeof cell === "number")) {
    return cells.every((cell) => Number.isSafeInteger(cell)) ? "BIGINT" : "DOUBLE";
  }
  if (!cells.every((cell) => cell instanceof Date)) return "VARCHAR";
  return cells.every((cell) => cell.getTime() % 86_400_000 === 0) ? "DATE" : "TIMESTAMP";
}

/**
 * Writes a cell as text the engine reads back as the column's type.
 *
 * @param cell - The cell
 * @param type - Type of its column
 * @returns The text, `undefined` when the cell is empty
 */
export function sheetText(cell: SheetCell | undefined, type: SheetColumn["type"]): string | undefined {
  if (cell === undefined || cell === null) return undefined;
  if (!(cell instanceof Date)) return cell === "" && type !== "VARCHAR" ? undefined : String(cell);
  const text = cell.toISOString();
  const wholeDay = type === "DATE" || (type === "VARCHAR" && text.endsWith("T00:00:00.000Z"));
  return wholeDay ? text.slice(0, 10) : text.slice(0, -1);
}
