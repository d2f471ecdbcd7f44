import type { Column } from "@wellhead/sdk";
import type { ColumnCategory } from "@wellhead/sql";
import { builtInKind, type ScalarKind, type ValueKind } from "../encode/value-kind.js";

type ColumnType = Column["column"];

const types: Readonly<Record<ScalarKind, ColumnType>> = {
  boolean: "bool",
  number: "number",
  json: "text",
  bytes: "text",
  date: "date",
  timestamp: "date",
  text: "text",
};

const categories: ReadonlyMap<number, ColumnCategory> = new Map([
  [16, "boolean"],
  [20, "integer"],
  [21, "integer"],
  [23, "integer"],
  [25, "text"],
  [700, "number"],
  [701, "number"],
  [1042, "text"],
  [1043, "text"],
  [1082, "date"],
  [1114, "timestamp"],
  [1184, "instant"],
  [1700, "number"],
  [2950, "text"],
]);

/**
 * Returns the platform's type for a database type.
 *
 * @param type - Object id of the type
 * @returns The type of the column
 */
export function columnTypeOf(type: number): ColumnType {
  return columnTypeOfKind(builtInKind(type) ?? { kind: "text" });
}

/**
 * Returns the platform's type for a kind of value.
 *
 * @param value - The kind
 * @returns The type of the column
 */
export function columnTypeOfKind(value: ValueKind): ColumnType {
  if (value.kind === "array") return arrayType(columnTypeOfKind(value.element));
  if (value.kind === "vector") return "array[number]";
  if (value.kind === "multirange") return "array[text]";
  if (value.kind === "composite" || value.kind === "range" || value.kind === "hstore") return "text";
  return types[value.kind];
}

/**
 * Reports whether the values of a type of several values are more than lists of texts.
 *
 * @param type - Object id of an array, a range or a composite type, or of `hstore`
 */
export function holdsJson(type: number): boolean {
  const found = builtInKind(type);
  if (found?.kind !== "array") return found?.kind !== "text";
  return !["text", "bytes"].includes(found.element.kind);
}

function arrayType(element: ColumnType): ColumnType {
  return element === "number" || element === "date" ? `array[${element}]` : "array[text]";
}

/**
 * Classifies a type by how its values can be filtered.
 *
 * @param type - Object id of the type
 * @returns The class; `other` for types that can only be shown
 */
export function categoryOf(type: number): ColumnCategory {
  return categories.get(type) ?? "other";
}
