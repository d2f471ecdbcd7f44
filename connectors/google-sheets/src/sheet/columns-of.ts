import { bool, type Column, type Columns, date, number, text } from "@wellhead/sdk";
import type { ColumnKind, Sheet } from "./sheet.js";

const makers: Readonly<Record<ColumnKind, (title: string) => Column>> = {
  text: (title) => text({ title }),
  number: (title) => number({ title }),
  bool: (title) => bool({ title }),
  date: (title) => date({ title }),
  datetime: (title) => date({ title }),
  time: (title) => text({ title }),
};

/**
 * Describes the columns of a sheet.
 *
 * @param sheet - The sheet
 * @returns Columns by id
 */
export function columnsOf({ columns }: Sheet): Columns {
  return Object.fromEntries(columns.map(({ id, kind }) => [id, makers[kind](id)]));
}
