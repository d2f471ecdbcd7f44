import type { Column, Columns, StoredType } from "@wellhead/sdk";
import type { ColumnCategory, TableColumn } from "./catalogue.js";

/**
 * Converts columns of a table to the platform's format.
 *
 * @param columns - Columns as the catalogue lists them
 * @returns Columns by id, in order
 */
export function columnsOf(columns: readonly TableColumn[]): Columns {
  return Object.fromEntries(
    columns.map((column): [string, Column] => {
      const { name, type, category, comment } = column;
      const storedAs = storedTypeOf(column);
      return [
        name,
        {
          column: type,
          title: name,
          ...(comment !== undefined && { description: comment }),
          ...(category === "date" && { subType: "day" }),
          ...(storedAs !== undefined && { storedAs }),
        },
      ];
    }),
  );
}

const ofCategory: Readonly<Partial<Record<ColumnCategory, StoredType>>> = {
  date: "day",
  timestamp: "local",
  instant: "instant",
  integer: "integer",
};

/** Returns how the database stores a column, as far as a copy elsewhere can have the same type. */
function storedTypeOf({ category, databaseType, type, holdsJson }: TableColumn): StoredType | undefined {
  // Without rows, nothing else says that an id is not a number.
  if (type === "id" && category === "text") return "text";
  if (holdsJson === true || /^jsonb?$/i.test(databaseType)) return "json";
  if (category !== "number") return ofCategory[category];
  if (/double|float|real/i.test(databaseType)) return "double";
  const [, digits, scale = "0"] = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(databaseType) ?? [];
  return digits === undefined ? "decimal" : `decimal(${Number(digits)},${Number(scale)})`;
}
