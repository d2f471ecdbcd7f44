import { DuckDBTypeId } from "@duckdb/node-api";
import type { TableColumn } from "../../tables/table-column.js";
import { clusterText } from "./cluster-sql.js";

/**
 * Writes the value that a column has in all rows of a file in the SQL of ClickHouse, in the form in which rows show it.
 *
 * @param column - The column: a partition, or the name of the file
 * @param text - The value as text; `undefined` is NULL
 * @returns SQL
 */
export function clusterConstant({ type }: TableColumn, text: string | undefined): string {
  const isNumber = type.typeId === DuckDBTypeId.BIGINT;
  if (text === undefined) return `cast(null as Nullable(${isNumber ? "Int64" : "String"}))`;
  return isNumber ? `toInt64(${clusterText(text)})` : clusterText(text);
}
