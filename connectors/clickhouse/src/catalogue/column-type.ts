import type { Column } from "@wellhead/sdk";
import type { ColumnCategory } from "@wellhead/sql";
import { valueType } from "../encode/value-kind.js";

type ColumnType = Column["column"];

const categories: readonly (readonly [type: RegExp, category: ColumnCategory])[] = [
  [/^U?Int(?:8|16|32|64|128|256)$/, "integer"],
  [/^(?:Float(?:32|64)|BFloat16|Decimal(?:32|64|128|256)?)$/, "number"],
  [/^Date(?:32)?$/, "date"],
  [/^DateTime(?:32|64)?$/, "instant"],
  [/^Bool$/, "boolean"],
  [/^(?:String|FixedString|Enum(?:8|16)|UUID|IPv[46])$/, "text"],
];

const typeOfCategory: Readonly<Partial<Record<ColumnCategory, ColumnType>>> = {
  boolean: "bool",
  integer: "number",
  number: "number",
  date: "date",
  instant: "date",
};

/**
 * Classifies a type by how its values can be filtered.
 *
 * @param type - The type as the server writes it
 * @returns The class; `other` for types that can only be shown
 */
export function categoryOf(type: string): ColumnCategory {
  const { name } = valueType(type);
  return categories.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

/**
 * Returns the platform's type for a column.
 *
 * @param type - The type as the server writes it
 * @returns The type of the column
 */
export function columnTypeOf(type: string): ColumnType {
  return typeOfCategory[categoryOf(type)] ?? "text";
}
