import type { Column } from "@wellhead/sdk";
import type { ColumnCategory } from "@wellhead/sql";
import type { ValueKind } from "../encode/value-kind.js";

type ColumnType = Column["column"];

const types: Readonly<Record<ValueKind, ColumnType>> = {
  boolean: "bool",
  date: "date",
  timestamp: "date",
  json: "text",
  integer: "number",
  number: "number",
  text: "text",
  bytes: "text",
  any: "text",
};

const categories: Readonly<Record<ValueKind, ColumnCategory>> = {
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  json: "text",
  integer: "integer",
  number: "number",
  text: "text",
  bytes: "other",
  any: "text",
};

/**
 * Returns the platform's type for a kind of value.
 *
 * @param kind - The kind of the column's values
 * @returns The type of the column
 */
export function columnTypeOf(kind: ValueKind): ColumnType {
  return types[kind];
}

/**
 * Classifies a kind of value by how it can be filtered.
 *
 * @param kind - The kind of the column's values
 * @returns The class; `other` for values that can only be shown
 */
export function categoryOf(kind: ValueKind): ColumnCategory {
  return categories[kind];
}
