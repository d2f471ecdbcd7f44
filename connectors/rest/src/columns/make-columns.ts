import { arrayOf, bool, type Column, type Columns, date, id, number, type Row, text } from "@wellhead/sdk";
import { type ColumnConfig, columnConfig, type SourceConfig } from "../config/source-config.js";

const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Creates the columns that a configuration declares.
 *
 * @param fields - Columns by id
 * @returns The columns
 */
export function declaredColumns(fields: NonNullable<SourceConfig["fields"]>): Columns {
  return Object.fromEntries(
    Object.entries(fields).map(([key, config]) => [key, declaredColumn(columnConfig(config))]),
  );
}

/**
 * Infers columns from sample rows. A column has a type only if every value in the sample has it; otherwise it is text.
 *
 * @param rows - Flat rows
 * @returns The columns, in the order they first appear
 */
export function inferColumns(rows: readonly Row[]): Columns {
  const values = new Map<string, unknown[]>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      const found = values.get(key) ?? [];
      if (value !== null && value !== undefined && value !== "") found.push(value);
      values.set(key, found);
    }
  }
  return Object.fromEntries([...values].map(([key, found]) => [key, inferColumn(key, found)]));
}

function declaredColumn({ type, title, description }: ColumnConfig): Column {
  const members = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
  const builders = { id, text, number, bool, date };
  return builders[type](members);
}

function inferColumn(key: string, values: readonly unknown[]): Column {
  if (values.length > 0 && values.every((value) => Array.isArray(value)))
    return arrayOf(inferScalar(values.flat()));
  if (/^(?:id|.*[._]id)$/i.test(key) && values.every((value) => typeof value !== "object")) return id();
  if (values.length > 0 && values.every((value) => typeof value === "boolean")) return bool();
  return inferScalar(values);
}

function inferScalar(values: readonly unknown[]): Column<"text" | "number" | "date"> {
  if (values.length === 0) return text();
  if (values.every((value) => typeof value === "number")) return number();
  if (values.every((value) => typeof value === "string" && datePattern.test(value))) return date();
  return text();
}
