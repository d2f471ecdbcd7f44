import { FlatTable } from "./flat-table.js";

/** Bytes before the metadata of a message: a marker, and the length of the metadata. */
export const prologueBytes = 8;

/** A type whose values can be loaded. */
export type ArrowType =
  | { readonly kind: "bool" | "double" | "text" | "json" | "date" }
  | { readonly kind: "integer"; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "timestamp"; readonly unit: "s" | "ms" | "us" | "ns"; readonly isInstant: boolean }
  | { readonly kind: "list"; readonly item: ArrowType }
  | { readonly kind: "other" };

/** A column of an Arrow stream. */
export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
  /** The type that the connector declares; `undefined` if it does not. */
  readonly declared: string | undefined;
  /** Index of its first node and of its first buffer in a record batch. */
  readonly node: number;
  readonly buffer: number;
}

/** Numbers of the members of the union `Type`. */
const types = {
  null: 1,
  integer: 2,
  float: 3,
  bytes: 4,
  text: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  interval: 11,
  list: 12,
  struct: 13,
  fixedBytes: 15,
  fixedList: 16,
  map: 17,
  duration: 18,
  largeBytes: 19,
  largeText: 20,
  largeList: 21,
} as const;

/** Number of buffers of each type, without those of its children. */
const bufferCounts: ReadonlyMap<number, number> = new Map([
  [types.null, 0],
  [types.integer, 2],
  [types.float, 2],
  [types.bytes, 3],
  [types.text, 3],
  [types.bool, 2],
  [types.decimal, 2],
  [types.date, 2],
  [types.time, 2],
  [types.timestamp, 2],
  [types.interval, 2],
  [types.list, 2],
  [types.struct, 1],
  [types.fixedBytes, 2],
  [types.fixedList, 1],
  [types.map, 2],
  [types.duration, 2],
  [types.largeBytes, 3],
  [types.largeText, 3],
  [types.largeList, 2],
]);

const units = ["s", "ms", "us", "ns"] as const;
/** Maximum number of digits of a decimal of the engine. */
const maxDigits = 38;

/**
 * Reads the columns of an Arrow stream.
 *
 * @param message - The first message of the stream
 * @returns The columns; `undefined` if it is not known where they are in a record batch
 * @see https://github.com/apache/arrow/blob/main/format/Schema.fbs
 */
export function readArrowSchema(message: Uint8Array): readonly ArrowField[] | undefined {
  const schema = FlatTable.of(message.subarray(prologueBytes)).table(2);
  const fields: ArrowField[] = [];
  let [node, buffer] = [0, 0];
  for (const field of schema?.tables(1) ?? []) {
    const size = sizeOf(field);
    if (size === undefined) return undefined;
    fields.push({
      name: field.text(0) ?? "",
      type: typeOf(field),
      declared: metadataOf(field, "wellhead.type"),
      node,
      buffer,
    });
    node += size.nodes;
    buffer += size.buffers;
  }
  return fields;
}

interface Size {
  readonly nodes: number;
  readonly buffers: number;
}

/** Returns how many nodes and buffers a column has; `undefined` for a type of later versions of the format. */
function sizeOf(field: FlatTable): Size | undefined {
  // A dictionary has the values; the column itself has their numbers.
  if (field.has(4)) return { nodes: 1, buffers: 2 };
  const own = bufferCounts.get(field.byte(2));
  if (own === undefined) return undefined;
  let [nodes, buffers] = [1, own];
  for (const child of field.tables(5)) {
    const size = sizeOf(child);
    if (size === undefined) return undefined;
    nodes += size.nodes;
    buffers += size.buffers;
  }
  return { nodes, buffers };
}

function typeOf(field: FlatTable): ArrowType {
  const other: ArrowType = { kind: "other" };
  const type = field.table(3);
  if (type === undefined || field.has(4)) return other;
  const extension = metadataOf(field, "ARROW:extension:name");
  const number = field.byte(2);
  if (extension !== undefined)
    return extension === "arrow.json" && number === types.text ? { kind: "json" } : other;
  switch (number) {
    case types.bool:
      return { kind: "bool" };
    case types.integer:
      return { kind: "integer", bits: type.integer(0), isSigned: type.byte(1) === 1 };
    case types.float:
      return type.short(0) === 2 ? { kind: "double" } : other;
    case types.text:
      return { kind: "text" };
    case types.date:
      return type.short(0) === 0 && type.has(0) ? { kind: "date" } : other;
    case types.decimal:
      return decimalOf(type) ?? other;
    case types.timestamp: {
      const zone = type.text(1);
      return { kind: "timestamp", unit: units[type.short(0)] ?? "s", isInstant: zone !== undefined };
    }
    case types.list: {
      const [item] = field.tables(5);
      return item === undefined ? other : { kind: "list", item: typeOf(item) };
    }
    default:
      return other;
  }
}

function decimalOf(type: FlatTable): ArrowType | undefined {
  const [precision, scale, bits] = [type.integer(0), type.integer(1), type.integer(2, 128)];
  const isKnown =
    bits === 128 && precision >= 1 && precision <= maxDigits && scale >= 0 && scale <= precision;
  return isKnown ? { kind: "decimal", precision, scale } : undefined;
}

function metadataOf(field: FlatTable, name: string): string | undefined {
  return field
    .tables(6)
    .find((pair) => pair.text(0) === name)
    ?.text(1);
}
