import { bool, type Column, type Columns, date, number, text } from "@wellhead/sdk";
import type { ColumnKind, SheetTable } from "./sheet.js";

const makers: Readonly<Record<ColumnKind, (title: string) => Column>> = {
  text: (title) => text({ title }),
  number: (title) => number({ title }),
  bool: (title) => bool({ title }),
  date: (title) => date({ title }),
  datetime: (title) => date({ title }),
  time: (title) => text({ title }),
};

/**
 * Returns the columns of a table.
 *
 * @param table - The table
 * @returns Columns by id
 */
export function columnsOf({ columns, sheetColumn }: SheetTable): Columns {
  const described = [...columns].map(([id, kind]) => [id, makers[kind](id)] as const);
  const sheet = sheetColumn === undefined ? [] : [[sheetColumn, text({ title: sheetColumn })] as const];
  return Object.fromEntries([...sheet, ...described]);
}
