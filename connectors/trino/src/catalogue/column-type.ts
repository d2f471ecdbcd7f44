import type { Column } from "@wellhead/sdk";
import type { ColumnCategory } from "@wellhead/sql";

type ColumnType = Column["column"];

const categories: ReadonlyMap<string, ColumnCategory> = new Map([
  ["boolean", "boolean"],
  ["tinyint", "integer"],
  ["smallint", "integer"],
  ["integer", "integer"],
  ["bigint", "integer"],
  ["real", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["date", "date"],
  ["varchar", "text"],
  ["char", "text"],
  ["uuid", "text"],
  ["ipaddress", "text"],
]);

const typeOfCategory: ReadonlyMap<ColumnCategory, ColumnType> = new Map([
  ["boolean", "bool"],
  ["integer", "number"],
  ["number", "number"],
  ["date", "date"],
  ["timestamp", "date"],
  ["instant", "date"],
]);

/**
 * Classifies a type by how its values can be filtered.
 *
 * @param type - The type as SQL writes it, such as `timestamp(3) with time zone`
 * @returns The class; `other` for types that can only be shown
 */
export function categoryOf(type: string): ColumnCategory {
  const [name = ""] = /^\w+/.exec(type) ?? [];
  if (name === "timestamp") return type.endsWith("with time zone") ? "instant" : "timestamp";
  return categories.get(name) ?? "other";
}

/**
 * Returns the platform's type for a column.
 *
 * @param type - The type as SQL writes it
 * @returns The type of the column
 */
export function columnTypeOf(type: string): ColumnType {
  const element = /^array\((.*)\)$/.exec(type)?.[1];
  if (element === undefined) return typeOfCategory.get(categoryOf(type)) ?? "text";
  const of = columnTypeOf(element);
  return of === "number" || of === "date" ? `array[${of}]` : "array[text]";
}
