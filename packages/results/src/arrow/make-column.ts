import type { ArrowField } from "./arrow-schema.js";
import type { ArrowColumn } from "./loaded-column.js";
import { DecimalColumn, DoubleColumn, IntegerColumn } from "./number-columns.js";
import { DigitsColumn, JsonColumn, ListColumn, TextColumn } from "./text-columns.js";
import { BooleanColumn, DayColumn, TimestampColumn } from "./time-columns.js";

/**
 * Creates a column, if the engine stores its values as it stores the same values of JSON.
 *
 * @param field - The column
 * @param declared - Type that the connector or the user names; empty when nobody does
 * @returns The column; `undefined` if only JSON says what its values are
 */
export function makeColumn(field: ArrowField, declared: string): ArrowColumn | undefined {
  const { type } = field;
  const isOneOf = (...names: readonly string[]) => declared === "" || names.includes(declared);
  switch (type.kind) {
    case "bool":
      return isOneOf("bool") ? new BooleanColumn(field) : undefined;
    case "integer":
      return isOneOf("number") ? new IntegerColumn(field, type) : undefined;
    case "decimal":
      return isOneOf("number") ? new DecimalColumn(field, type) : undefined;
    case "double":
      return isOneOf("number") ? new DoubleColumn(field) : undefined;
    case "date":
      return isOneOf("date") ? new DayColumn(field) : undefined;
    case "timestamp":
      return isOneOf("date") ? new TimestampColumn(field, type) : undefined;
    case "text":
      return makeText(field, declared);
    case "json":
      return isOneOf("text", "array[text]", "array[number]", "array[date]")
        ? new JsonColumn(field)
        : undefined;
    case "list":
      return hasJsonItems(type.item) && isOneOf("array[text]", "array[number]")
        ? new ListColumn(field, type.item)
        : undefined;
    default:
      return undefined;
  }
}

/** Numbers of any number of digits are texts. Ids may be texts or numbers in JSON. */
function makeText(field: ArrowField, declared: string): ArrowColumn | undefined {
  const type = declared === "" ? (field.declared ?? "") : declared;
  if (type === "number") return new DigitsColumn(field);
  return type === "" || type === "text" || type === "date"
    ? new TextColumn(field, { findsTimes: declared !== "text" })
    : undefined;
}

function hasJsonItems(item: {
  readonly kind: string;
  readonly bits?: number;
  readonly isSigned?: boolean;
}): boolean {
  if (item.kind === "integer") return item.bits === 64 && item.isSigned === true;
  return item.kind === "text" || item.kind === "double" || item.kind === "bool";
}
