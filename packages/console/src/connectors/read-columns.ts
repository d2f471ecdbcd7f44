import { type ColumnType, columnTypes } from "@wellhead/contract";
import { isRecord, textOf } from "../json/record.js";
import type { DeclaredColumn } from "./application.js";

/**
 * Parses declared columns from `sources[].fields` or POST /schema: an object of columns by id, sorted by their `order`.
 *
 * @returns The columns, or `undefined` when none are declared
 */
export function readColumns(value: unknown): readonly DeclaredColumn[] | undefined {
  if (!isRecord(value)) return undefined;
  const columns = Object.entries(value).flatMap(([id, column], index) => {
    if (!isRecord(column)) return [];
    const order = typeof column["order"] === "number" ? column["order"] : index;
    return [{ order, id, name: textOf(column, "name", "title") || id, column }];
  });
  if (columns.length === 0) return undefined;
  return columns
    .toSorted((left, right) => left.order - right.order)
    .map(({ id, name, column }) => ({
      id,
      name,
      description: textOf(column, "description"),
      type: isColumnType(column["type"]) ? column["type"] : "unknown",
    }));
}

function isColumnType(type: unknown): type is ColumnType {
  return columnTypes.some((known) => known === type);
}
