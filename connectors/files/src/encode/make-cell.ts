import type { DuckDBType } from "@duckdb/node-api";
import { writeJsonValue } from "@wellhead/rows";
import { DuckDBTypeId } from "../engine/duckdb.js";
import { ArrayCell } from "./cells/array-cell.js";
import { BooleanCell } from "./cells/boolean-cell.js";
import type { Cell } from "./cells/cell.js";
import { DateCell } from "./cells/date-cell.js";
import { decimalCell } from "./cells/decimal-cells.js";
import { DoubleCell } from "./cells/double-cell.js";
import { EmbeddedJsonCell } from "./cells/embedded-json-cell.js";
import { FloatCell } from "./cells/float-cell.js";
import { HugeCell } from "./cells/huge-cell.js";
import { IntegerCell, type IntegerCellOptions } from "./cells/integer-cell.js";
import { ListCell } from "./cells/list-cell.js";
import { LongCell } from "./cells/long-cell.js";
import { MapCell } from "./cells/map-cell.js";
import { jsonNotation } from "./cells/notation.js";
import type { CellOptions } from "./cells/nulls.js";
import { StructCell } from "./cells/struct-cell.js";
import { TextCell } from "./cells/text-cell.js";
import { TimeCell } from "./cells/time-cell.js";
import { TimestampCell } from "./cells/timestamp-cell.js";
import { writeEngineJson } from "./cells/write-engine-json.js";
import { transportOf } from "./chunks/transport.js";

/**
 * Creates the cell that writes the values of a column.
 *
 * @param type - Type of the column before its transport
 * @param options - Where and how to write
 * @returns The cell
 */
export function makeCell(type: DuckDBType, options: CellOptions): Cell {
  if (options.notation !== jsonNotation && isNested(type)) {
    return new EmbeddedJsonCell(options.writer, (json) => makeCell(type, json));
  }
  if (transportOf(type).asJson) return new TextCell(options, writeEngineJson);
  return (
    makeNestedCell(type, options) ??
    makeTimeCell(type, options) ??
    makeNumberCell(type, options) ??
    makeTextCell(type, options)
  );
}

function isNested(type: DuckDBType): boolean {
  return transportOf(type).asJson || isJson(type) || nestedTypes.has(type.typeId);
}

const nestedTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
]);

function isJson(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias === "JSON";
}

function makeNestedCell(type: DuckDBType, options: CellOptions): Cell | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return new ListCell({ ...options, element: makeCell(type.valueType, options) });
    case DuckDBTypeId.ARRAY:
      return new ArrayCell({ ...options, element: makeCell(type.valueType, options), length: type.length });
    case DuckDBTypeId.MAP:
      return new MapCell({
        ...options,
        key: new TextCell(options),
        value: makeCell(type.valueType, options),
      });
    case DuckDBTypeId.STRUCT:
      return new StructCell({
        ...options,
        members: type.entryTypes.map((member, index) => ({
          name: type.entryNames[index] ?? "",
          cell: makeCell(member, options),
        })),
      });
    default:
      return undefined;
  }
}

function makeTimeCell(type: DuckDBType, options: CellOptions): Cell | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.DATE:
      return new DateCell(options);
    case DuckDBTypeId.TIME:
      return new TimeCell(options);
    case DuckDBTypeId.TIMESTAMP_S:
      return new TimestampCell({ ...options, perSecond: 1, zoned: false });
    case DuckDBTypeId.TIMESTAMP_MS:
      return new TimestampCell({ ...options, perSecond: 1e3, zoned: false });
    case DuckDBTypeId.TIMESTAMP:
      return new TimestampCell({ ...options, perSecond: 1e6, zoned: false });
    case DuckDBTypeId.TIMESTAMP_NS:
      return new TimestampCell({ ...options, perSecond: 1e9, zoned: false });
    case DuckDBTypeId.TIMESTAMP_TZ:
      return new TimestampCell({ ...options, perSecond: 1e6, zoned: true });
    default:
      return undefined;
  }
}

/** Typed arrays of the narrow integer types. */
const narrow: ReadonlyMap<DuckDBTypeId, IntegerCellOptions["array"]> = new Map<
  DuckDBTypeId,
  IntegerCellOptions["array"]
>([
  [DuckDBTypeId.TINYINT, Int8Array],
  [DuckDBTypeId.SMALLINT, Int16Array],
  [DuckDBTypeId.INTEGER, Int32Array],
  [DuckDBTypeId.UTINYINT, Uint8Array],
  [DuckDBTypeId.USMALLINT, Uint16Array],
  [DuckDBTypeId.UINTEGER, Uint32Array],
]);

function makeNumberCell(type: DuckDBType, options: CellOptions): Cell | undefined {
  const array = narrow.get(type.typeId);
  if (array !== undefined) return new IntegerCell({ ...options, array });
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return new BooleanCell(options);
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
      return new LongCell({ ...options, signed: type.typeId === DuckDBTypeId.BIGINT });
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return new HugeCell({ ...options, signed: type.typeId === DuckDBTypeId.HUGEINT });
    case DuckDBTypeId.FLOAT:
      return new FloatCell(options);
    case DuckDBTypeId.DOUBLE:
      return new DoubleCell(options);
    case DuckDBTypeId.DECIMAL:
      return decimalCell({ ...options, width: type.width, scale: type.scale });
    case DuckDBTypeId.BIGNUM:
      return new TextCell(options, writeJsonValue);
    default:
      return undefined;
  }
}

function makeTextCell(type: DuckDBType, options: CellOptions): Cell {
  if (type.typeId === DuckDBTypeId.BLOB) return new TextCell(options, options.notation.writeBytes);
  return isJson(type) ? new TextCell(options, writeEngineJson) : new TextCell(options);
}
