import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "../engine/duckdb.js";
import { isoText } from "./iso-text.js";

/** Types of whole numbers. The engine's text for them is valid JSON. */
const whole: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
]);

/** Types that are written as strings, with the engine's own text. */
const worded: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.ENUM,
  DuckDBTypeId.UUID,
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.BIT,
]);

/**
 * Returns an SQL expression that converts values of a type to the same JSON text as the cells write.
 *
 * @param type - Type of the values
 * @param value - SQL expression for a value; the result may contain it several times
 * @returns SQL expression for the text, NULL for JSON `null`; `undefined` when only the cells can write the type
 */
export function jsonText(type: DuckDBType, value: string): string | undefined {
  if (whole.has(type.typeId)) return `CAST(${value} AS VARCHAR)`;
  if (worded.has(type.typeId)) return `to_json(CAST(${value} AS VARCHAR))`;
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return `CASE WHEN ${value} THEN 'true' WHEN NOT ${value} THEN 'false' END`;
    case DuckDBTypeId.DECIMAL:
      // The engine writes no digit before the decimal point if all digits are after it.
      return type.width > type.scale ? `CAST(${value} AS VARCHAR)` : undefined;
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return floatText(value);
    case DuckDBTypeId.BLOB:
      return `'"' || base64(${value}) || '"'`;
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
      return isEngineJson(type) ? `to_json(${value})` : undefined;
    default:
      return isoText(type, value);
  }
}

/** Writes whole numbers without the engine's `.0`, so that every reader parses them as whole numbers. */
function floatText(value: string): string {
  return `CASE WHEN ${value} = 0 THEN CASE WHEN signbit(${value}) THEN '-0.0' ELSE '0' END
    WHEN abs(${value}) <= ${Number.MAX_SAFE_INTEGER} AND trunc(${value}) = ${value} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR)
    WHEN isfinite(${value}) THEN CAST(${value} AS VARCHAR) END`;
}

/** Returns whether the engine's own JSON for a type, and for all types nested in it, is the expected one. */
function isEngineJson(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      // Text of type JSON may contain white space, and words that are not valid JSON, such as `NaN`.
      return type.alias !== "JSON";
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return isEngineJson(type.valueType);
    case DuckDBTypeId.MAP:
      return type.keyType.typeId === DuckDBTypeId.VARCHAR && isEngineJson(type.valueType);
    case DuckDBTypeId.STRUCT:
      return (
        type.entryNames.every((name) => name !== "") &&
        type.entryTypes.every((member) => isEngineJson(member))
      );
    default:
      return type.typeId === DuckDBTypeId.BOOLEAN || whole.has(type.typeId) || worded.has(type.typeId);
  }
}
