import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBDecimalType, DuckDBTypeId } from "../../engine/duckdb.js";

/** How ClickHouse reads a column, and how its rows show it. */
export interface ClusterColumn {
  /** Type with which it is read. */
  readonly type: string;
  /** Returns SQL for the value that a row shows, in the form of the embedded engine. */
  readonly shown: (value: string) => string;
}

function asItIs(value: string): string {
  return value;
}

/** Types that both engines read and write alike. */
const plain: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.TINYINT, "Int8"],
  [DuckDBTypeId.SMALLINT, "Int16"],
  [DuckDBTypeId.INTEGER, "Int32"],
  [DuckDBTypeId.BIGINT, "Int64"],
  [DuckDBTypeId.UTINYINT, "UInt8"],
  [DuckDBTypeId.USMALLINT, "UInt16"],
  [DuckDBTypeId.UINTEGER, "UInt32"],
  [DuckDBTypeId.UBIGINT, "UInt64"],
  [DuckDBTypeId.FLOAT, "Float32"],
  [DuckDBTypeId.DOUBLE, "Float64"],
  [DuckDBTypeId.BOOLEAN, "Bool"],
]);

/**
 * Returns how ClickHouse reads a column of a Parquet file.
 *
 * @param type - Type of the embedded engine
 * @returns The column; `undefined` for types that it would show differently, such as lists, which it cannot show as NULL
 */
export function parquetColumn(type: DuckDBType): ClusterColumn | undefined {
  const { typeId } = type;
  const same = plain.get(typeId);
  if (same !== undefined) return column(same);
  if (type instanceof DuckDBDecimalType) return column(`Decimal(${type.width}, ${type.scale})`);
  if (isText(type)) return column("String");
  if (typeId === DuckDBTypeId.BLOB) return column("String", (value) => `base64Encode(${value})`);
  if (typeId === DuckDBTypeId.DATE) return column("Date32");
  const zone = zones.get(typeId);
  return zone === undefined
    ? undefined
    : column("DateTime64(6, 'UTC')", (value) => momentSql(`toString(${value})`, zone));
}

/** Text after the moments of each type that is read. The other types have more digits, or no digits of seconds. */
const zones: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.TIMESTAMP, ""],
  [DuckDBTypeId.TIMESTAMP_TZ, "Z"],
]);

/**
 * Returns how ClickHouse reads a column of a CSV or NDJSON file. Its dates are read as text, because the embedded engine
 * has found that all of them are written in one form.
 *
 * @param type - Type of the embedded engine
 * @returns The column; `undefined` for types that it would show differently
 */
export function textColumn(type: DuckDBType): ClusterColumn | undefined {
  const { typeId } = type;
  const same = plain.get(typeId);
  if (same !== undefined) return column(same);
  if (isText(type) || typeId === DuckDBTypeId.DATE) return column("String");
  // Other zones than UTC would have to be converted.
  return typeId === DuckDBTypeId.TIMESTAMP ? column("String", writtenMomentSql) : undefined;
}

function column(type: string, shown = asItIs): ClusterColumn {
  return { type: `Nullable(${type})`, shown };
}

function isText(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias !== "JSON";
}

/** Returns SQL for a moment from text such as `2024-02-29 12:34:56.120000`. */
function momentSql(text: string, zone: string): string {
  const fraction = `multiIf(endsWith(${text}, '.000000'), '', endsWith(${text}, '000'), substring(${text}, 20, 4), substring(${text}, 20, 7))`;
  return `concat(substring(${text}, 1, 10), 'T', substring(${text}, 12, 8), ${fraction}, '${zone}')`;
}

/** Returns SQL for a moment that is written with a space or `T`, with or without seconds and their fraction. */
function writtenMomentSql(text: string): string {
  return momentSql(paddedMoment(text), "");
}

/**
 * Returns SQL for a written moment with all of its digits, whose order as text is that of the moments.
 *
 * @param text - SQL of the text
 * @returns SQL
 */
export function paddedMoment(text: string): string {
  const seconds = `if(length(${text}) = 16, concat(${text}, ':00'), ${text})`;
  const point = `if(length(${text}) > 19, ${text}, concat(${seconds}, '.'))`;
  return `rightPad(replaceOne(${point}, 'T', ' '), 26, '0')`;
}
