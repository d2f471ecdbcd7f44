import type { Column } from "@wellhead/sdk";
import type { ColumnNature } from "@wellhead/sql";
import type { ValueKind } from "./value-kind.js";

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

const natures: Readonly<Record<ValueKind, ColumnNature>> = {
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
 * Gives what the platform takes a kind of value for.
 *
 * @param kind - What a column holds
 * @returns The type of the column
 */
export function columnTypeOf(kind: ValueKind): ColumnType {
  return types[kind];
}

/**
 * Gives what can be asked about a kind of value.
 *
 * @param kind - What a column holds
 * @returns Its nature; `other` for what is only shown
 */
export function natureOf(kind: ValueKind): ColumnNature {
  return natures[kind];
}
