import type { ArrowType } from "@wellhead/contract/vocabulary";
import { entriesOf } from "../messages/write-field.js";
import type { ArrowColumn } from "./arrow-column.js";
import { BooleanColumn, DecimalColumn, FloatColumn, IntegerColumn, UuidColumn } from "./fixed-columns.js";
import { DateColumn, TimeColumn, TimestampColumn } from "./moment-columns.js";
import { ListColumn, MapColumn, StructColumn } from "./nested-columns.js";
import { BinaryColumn, JsonColumn, StrictTextColumn, TextColumn } from "./text-columns.js";

/**
 * Creates the empty column of a type.
 *
 * @param type - Type of the values
 * @returns The column
 */
export function makeColumn(type: ArrowType): ArrowColumn {
  switch (type.kind) {
    case "bool":
      return new BooleanColumn();
    case "int":
      return new IntegerColumn(type);
    case "float":
      return new FloatColumn(type.bits);
    case "decimal":
      return new DecimalColumn(type);
    case "text":
      return new TextColumn();
    case "json":
      return new JsonColumn();
    case "bytes":
      return new BinaryColumn();
    case "uuid":
      return new UuidColumn();
    case "date":
      return new DateColumn();
    case "time":
      return new TimeColumn(type.unit);
    case "timestamp":
      return new TimestampColumn({ unit: type.unit, zoned: type.zone !== undefined });
    case "list":
      return new ListColumn(makeInner(type.item));
    case "map":
      return new MapColumn(makeInner(entriesOf(type.value)));
    default:
      return new StructColumn(
        type.fields.map(({ name }) => name),
        type.fields.map((field) => makeInner(field.type)),
      );
  }
}

/** Creates the column of values inside of others. */
function makeInner(type: ArrowType): ArrowColumn {
  return type.kind === "text" ? new StrictTextColumn() : makeColumn(type);
}
