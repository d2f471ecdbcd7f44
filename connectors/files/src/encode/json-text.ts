import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { isoText } from "./iso-text.js";

/** Whole numbers: the engine's own text is the JSON. */
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

/** Types that are written as text, in the engine's words. */
const worded: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.ENUM,
  DuckDBTypeId.UUID,
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.BIT,
]);

/**
 * Writes SQL that makes values of a type JSON text, the same that the cells make of them.
 *
 * @param type - Type of the values
 * @param value - SQL that gives a value; it may stand in the answer several times
 * @returns SQL that gives text, NULL where JSON has `null`; `undefined` when only the cells know how
 */
export function jsonText(type: DuckDBType, value: string): string | undefined {
  if (whole.has(type.typeId)) return `CAST(${value} AS VARCHAR)`;
  if (worded.has(type.typeId)) return `to_json(CAST(${value} AS VARCHAR))`;
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return `CASE WHEN ${value} THEN 'true' WHEN NOT ${value} THEN 'false' END`;
    case DuckDBTypeId.DECIMAL:
      // The engine writes no digit before the point when all digits stand behind it.
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

/** Whole numbers lose the `.0` of the engine, so that they read back everywhere as what they are. */
function floatText(value: string): string {
  return `CASE WHEN ${value} = 0 THEN CASE WHEN signbit(${value}) THEN '-0.0' ELSE '0' END
    WHEN abs(${value}) <= ${Number.MAX_SAFE_INTEGER} AND trunc(${value}) = ${value} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR)
    WHEN isfinite(${value}) THEN CAST(${value} AS VARCHAR) END`;
}

/** Whether the engine's own JSON of a type, and of all types inside it, is the one wanted. */
function isEngineJson(type: DuckDBType): boolean {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      // Text that is JSON already may hold white space and words that JSON lacks.
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
