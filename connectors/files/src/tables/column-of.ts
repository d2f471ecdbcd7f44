import type { DuckDBType } from "@duckdb/node-api";
import { arrayOf, type Column, date, number, text } from "@wellhead/sdk";
import { DuckDBTypeId } from "../engine/duckdb.js";

const numbers: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);

const dates: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/**
 * Returns whether a type holds numbers.
 *
 * @param type - Type of the engine
 */
export function isNumber(type: DuckDBType): boolean {
  return numbers.has(type.typeId);
}

/**
 * Returns whether a type holds dates or instants.
 *
 * @param type - Type of the engine
 */
export function isDate(type: DuckDBType): boolean {
  return dates.has(type.typeId);
}

/**
 * Returns whether a type holds `true` and `false`.
 *
 * @param type - Type of the engine
 */
export function isBoolean(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.BOOLEAN;
}

/**
 * Returns the schema column for a type of the engine.
 *
 * @param type - Type of the engine
 * @returns The column; everything except numbers, dates, booleans, and lists of numbers, dates or text, is text
 */
export function columnOf(type: DuckDBType): Column {
  if (isBoolean(type)) return { column: "bool" };
  if (isNumber(type)) return { column: "number" };
  if (isDate(type)) return { column: "date" };
  if (type.typeId === DuckDBTypeId.LIST || type.typeId === DuckDBTypeId.ARRAY)
    return arrayColumn(type.valueType);
  return { column: "text" };
}

function arrayColumn(element: DuckDBType): Column {
  if (isNumber(element)) return arrayOf(number());
  if (isDate(element)) return arrayOf(date());
  return element.typeId === DuckDBTypeId.VARCHAR && element.alias !== "JSON"
    ? arrayOf(text())
    : { column: "text" };
}
