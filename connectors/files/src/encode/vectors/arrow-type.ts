import type { DuckDBType } from "@duckdb/node-api";
import type { ArrowType } from "@wellhead/sdk";
import { DuckDBTypeId } from "../../engine/duckdb.js";
import { transportOf } from "../chunks/transport.js";

const text: ArrowType = { kind: "text" };
const json: ArrowType = { kind: "json" };
/** 128-bit integers have up to 39 digits. */
const huge: ArrowType = { kind: "decimal", precision: 39, scale: 0 };

const simple: ReadonlyMap<DuckDBTypeId, ArrowType> = new Map<DuckDBTypeId, ArrowType>([
  [DuckDBTypeId.BOOLEAN, { kind: "bool" }],
  [DuckDBTypeId.TINYINT, { kind: "int", bits: 8, signed: true }],
  [DuckDBTypeId.SMALLINT, { kind: "int", bits: 16, signed: true }],
  [DuckDBTypeId.INTEGER, { kind: "int", bits: 32, signed: true }],
  [DuckDBTypeId.BIGINT, { kind: "int", bits: 64, signed: true }],
  [DuckDBTypeId.UTINYINT, { kind: "int", bits: 8, signed: false }],
  [DuckDBTypeId.USMALLINT, { kind: "int", bits: 16, signed: false }],
  [DuckDBTypeId.UINTEGER, { kind: "int", bits: 32, signed: false }],
  [DuckDBTypeId.UBIGINT, { kind: "int", bits: 64, signed: false }],
  [DuckDBTypeId.HUGEINT, huge],
  [DuckDBTypeId.UHUGEINT, huge],
  [DuckDBTypeId.FLOAT, { kind: "float", bits: 32 }],
  [DuckDBTypeId.DOUBLE, { kind: "float", bits: 64 }],
  [DuckDBTypeId.DATE, { kind: "date" }],
  [DuckDBTypeId.TIME, { kind: "time", unit: "us" }],
  [DuckDBTypeId.TIMESTAMP_S, { kind: "timestamp", unit: "s" }],
  [DuckDBTypeId.TIMESTAMP_MS, { kind: "timestamp", unit: "ms" }],
  [DuckDBTypeId.TIMESTAMP, { kind: "timestamp", unit: "us" }],
  [DuckDBTypeId.TIMESTAMP_NS, { kind: "timestamp", unit: "ns" }],
  [DuckDBTypeId.TIMESTAMP_TZ, { kind: "timestamp", unit: "us", zone: "UTC" }],
  [DuckDBTypeId.BLOB, { kind: "bytes" }],
]);

/**
 * Returns the Arrow type of values that the engine returns in the form of their transport.
 *
 * @param type - Type of the engine
 * @param isNested - Whether it is inside of another type, whose transport applies to it. Default: false
 * @returns The Arrow type; text for types that the engine returns as text
 */
export function arrowTypeOf(type: DuckDBType, isNested = false): ArrowType {
  if (transportOf(type).asJson) return json;
  switch (type.typeId) {
    case DuckDBTypeId.UUID:
      return isNested ? text : { kind: "uuid" };
    case DuckDBTypeId.DECIMAL:
      return { kind: "decimal", precision: type.width, scale: type.scale };
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return { kind: "list", item: arrowTypeOf(type.valueType, true) };
    case DuckDBTypeId.MAP:
      return { kind: "map", value: arrowTypeOf(type.valueType, true) };
    case DuckDBTypeId.STRUCT:
      return {
        kind: "struct",
        fields: type.entryTypes.map((member, index) => ({
          name: type.entryNames[index] ?? "",
          type: arrowTypeOf(member, true),
        })),
      };
    default:
      return type.alias === "JSON" ? json : (simple.get(type.typeId) ?? text);
  }
}
