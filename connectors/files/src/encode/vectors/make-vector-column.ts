import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "../../engine/duckdb.js";
import { transportOf } from "../chunks/transport.js";
import { ArrayColumn, ListColumn, StructColumn } from "./nested-columns.js";
import { JsonColumn, StringColumn } from "./text-columns.js";
import {
  BooleanColumn,
  MomentColumn,
  SameColumn,
  UuidColumn,
  type VectorColumn,
  WidenedColumn,
} from "./vector-column.js";

/** Bytes of the types that Arrow stores as the engine does. */
const widths: ReadonlyMap<DuckDBTypeId, number> = new Map<DuckDBTypeId, number>([
  [DuckDBTypeId.TINYINT, 1],
  [DuckDBTypeId.UTINYINT, 1],
  [DuckDBTypeId.SMALLINT, 2],
  [DuckDBTypeId.USMALLINT, 2],
  [DuckDBTypeId.INTEGER, 4],
  [DuckDBTypeId.UINTEGER, 4],
  [DuckDBTypeId.FLOAT, 4],
  [DuckDBTypeId.BIGINT, 8],
  [DuckDBTypeId.UBIGINT, 8],
  [DuckDBTypeId.DOUBLE, 8],
  [DuckDBTypeId.TIME, 8],
]);

const moments: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

/**
 * Creates the column for the vectors of a type.
 *
 * @param type - Type of the engine, before its transport
 * @param isNested - Whether it is inside of another type, whose transport applies to it
 * @returns The column
 */
export function makeVectorColumn(type: DuckDBType, isNested = false): VectorColumn {
  if (transportOf(type).asJson || type.alias === "JSON") return new JsonColumn();
  const width = widths.get(type.typeId);
  if (width !== undefined) return new SameColumn(width);
  if (moments.has(type.typeId)) return new MomentColumn(8);
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return new BooleanColumn();
    case DuckDBTypeId.DATE:
      return new MomentColumn(4);
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return new WidenedColumn({ from: 16, to: 32, signed: type.typeId === DuckDBTypeId.HUGEINT });
    case DuckDBTypeId.DECIMAL:
      return decimalColumn(type.width);
    case DuckDBTypeId.UUID:
      return isNested ? new StringColumn() : new UuidColumn();
    default:
      return nestedColumn(type) ?? new StringColumn();
  }
}

function decimalColumn(digits: number): VectorColumn {
  if (digits > 18) return new SameColumn(16);
  if (digits > 9) return new WidenedColumn({ from: 8, to: 16, signed: true });
  return new WidenedColumn({ from: digits > 4 ? 4 : 2, to: 16, signed: true });
}

function nestedColumn(type: DuckDBType): VectorColumn | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return new ListColumn(makeVectorColumn(type.valueType, true));
    case DuckDBTypeId.ARRAY:
      return new ArrayColumn(makeVectorColumn(type.valueType, true), type.length);
    case DuckDBTypeId.MAP:
      return new ListColumn(new StructColumn([new StringColumn(), makeVectorColumn(type.valueType, true)]));
    case DuckDBTypeId.STRUCT:
      return new StructColumn(type.entryTypes.map((member) => makeVectorColumn(member, true)));
    default:
      return undefined;
  }
}
