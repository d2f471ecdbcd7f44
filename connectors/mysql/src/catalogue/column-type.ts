import type { Column } from "@wellhead/sdk";
import type { ColumnCategory } from "@wellhead/sql";
import { type ColumnKind, columnKindOf } from "../encode/value-kind.js";
import type { ResultColumn } from "../protocol/result-column.js";

type ColumnType = Column["column"];

const ofKind: Readonly<Record<ColumnKind, ColumnType>> = {
  integer: "number",
  unsigned: "number",
  single: "number",
  double: "number",
  decimal: "number",
  bit: "number",
  date: "date",
  datetime: "date",
  timestamp: "date",
  time: "text",
  json: "text",
  "checked-json": "text",
  bytes: "text",
  text: "text",
};

/**
 * Returns the platform's type for a column of a result.
 *
 * @param column - The column as the server describes it
 * @returns The type of the column
 */
export function columnTypeOfResult(column: ResultColumn): ColumnType {
  const kind = columnKindOf(column);
  return kind === "bit" && column.length === 1 ? "bool" : ofKind[kind];
}

const categories: ReadonlyMap<string, ColumnCategory> = new Map([
  ["tinyint", "integer"],
  ["smallint", "integer"],
  ["mediumint", "integer"],
  ["int", "integer"],
  ["bigint", "integer"],
  ["year", "integer"],
  ["decimal", "number"],
  ["float", "number"],
  ["double", "number"],
  ["date", "date"],
  ["datetime", "timestamp"],
  ["timestamp", "instant"],
  ["char", "text"],
  ["varchar", "text"],
  ["tinytext", "text"],
  ["text", "text"],
  ["mediumtext", "text"],
  ["longtext", "text"],
  ["enum", "text"],
  ["set", "text"],
  ["uuid", "text"],
  ["inet4", "text"],
  ["inet6", "text"],
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
 * @param dataType - Name of the type, such as `int`
 * @param databaseType - The full type, such as `bit(1)`
 * @returns The class; `other` for types that can only be shown
 */
export function categoryOf(dataType: string, databaseType: string): ColumnCategory {
  if (dataType === "bit") return databaseType === "bit(1)" ? "boolean" : "integer";
  return categories.get(dataType) ?? "other";
}

/**
 * Returns the platform's type for a column of a table.
 *
 * @param dataType - Name of its type, such as `bit`
 * @param databaseType - The full type, such as `bit(1)`
 * @returns The type of the column
 */
export function columnTypeOf(dataType: string, databaseType: string): ColumnType {
  return typeOfCategory.get(categoryOf(dataType, databaseType)) ?? "text";
}
