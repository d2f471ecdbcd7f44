import type { ArrowType } from "@wellhead/contract/vocabulary";
import type { ArrowColumn } from "./arrow-column.js";
import { BooleanColumn, DecimalColumn, FloatColumn, IntegerColumn, UuidColumn } from "./fixed-columns.js";
import { DateColumn, TimeColumn, TimestampColumn } from "./moment-columns.js";
import { ListColumn, MapColumn, StructColumn } from "./nested-columns.js";
import { BinaryColumn, JsonColumn, TextColumn } from "./text-columns.js";

/**
 * Creates the empty column of a type.
 *
 * @param type - Type of the values
 * @param isNested - Whether the values are inside of others. Their text is then only text. Default: false
 * @returns The column
 */
export function makeColumn(type: ArrowType, isNested = false): ArrowColumn {
  switch (type.kind) {
    case "bool":
      return new BooleanColumn();
    case "text":
      return new TextColumn({ isStrict: isNested });
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
    default:
      return makeNumber(type) ?? makeNested(type);
  }
}

function makeNumber(type: ArrowType): ArrowColumn | undefined {
  if (type.kind === "int") return new IntegerColumn(type);
  if (type.kind === "float") return new FloatColumn(type.bits);
  return type.kind === "decimal" ? new DecimalColumn(type) : undefined;
}

function makeNested(type: ArrowType): ArrowColumn {
  if (type.kind === "list") return new ListColumn(makeColumn(type.item, true));
  if (type.kind === "map")
    return new MapColumn(
      new StructColumn(["key", "value"], [new TextColumn(), makeColumn(type.value, true)]),
    );
  if (type.kind !== "struct")
    throw new TypeError(`Could not write a column: the type "${type.kind}" is unknown.`);
  return new StructColumn(
    type.fields.map(({ name }) => name),
    type.fields.map((field) => makeColumn(field.type, true)),
  );
}
