import type { ArrowField, ArrowTimeUnit, ArrowType } from "@wellhead/contract/vocabulary";
import type { Builder, Offset } from "flatbuffers";

/** Numbers of the members of the union `Type`. */
const typeNumbers = {
  int: 2,
  float: 3,
  bytes: 4,
  text: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixed: 15,
  map: 17,
} as const;

const units: Readonly<Record<ArrowTimeUnit, number>> = { s: 0, ms: 1, us: 2, ns: 3 };

/** No value equals it, so that none is omitted. */
export const noDefault = Number.NaN;

/** Number of bytes of a UUID. */
const uuidBytes = 16;
/** Maximum number of digits of a decimal of 128 bits. */
const maxDigits128 = 38;

/**
 * Returns the width of a decimal.
 *
 * @param precision - Its maximum number of digits
 * @returns Number of bits
 */
export function decimalBits(precision: number): 128 | 256 {
  return precision <= maxDigits128 ? 128 : 256;
}

/**
 * Writes a field with its type, its children and its metadata.
 *
 * @param builder - Where to write
 * @param field - The field
 * @returns Where it begins
 * @see https://github.com/apache/arrow/blob/main/format/Schema.fbs, table Field
 */
export function writeField(builder: Builder, field: ArrowField): Offset {
  const { type, nullable = true } = field;
  const name = builder.createString(field.name);
  const childOffsets = childrenOf(type).map((child) => writeField(builder, child));
  const children = writeOffsets(builder, childOffsets);
  const metadata = writeMetadata(builder, { ...extensionOf(type), ...field.metadata });
  const { number, offset } = writeType(builder, type);
  builder.startObject(7);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldInt8(1, Number(nullable), 0);
  builder.addFieldInt8(2, number, 0);
  builder.addFieldOffset(3, offset, 0);
  builder.addFieldOffset(5, children, 0);
  if (metadata !== undefined) builder.addFieldOffset(6, metadata, 0);
  return builder.endObject();
}

/**
 * Writes names and values.
 *
 * @param builder - Where to write
 * @param metadata - The values by name
 * @returns Where the list begins; `undefined` when there are none
 */
export function writeMetadata(
  builder: Builder,
  metadata: Readonly<Record<string, string>>,
): Offset | undefined {
  const entries = Object.entries(metadata).map(([name, text]) => {
    const key = builder.createString(name);
    const value = builder.createString(text);
    builder.startObject(2);
    builder.addFieldOffset(0, key, 0);
    builder.addFieldOffset(1, value, 0);
    return builder.endObject();
  });
  return entries.length === 0 ? undefined : writeOffsets(builder, entries);
}

/**
 * Writes a list of tables.
 *
 * @param builder - Where to write
 * @param offsets - Where the tables begin
 * @returns Where the list begins
 */
export function writeOffsets(builder: Builder, offsets: readonly Offset[]): Offset {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

/** Returns the metadata that makes a type one of the canonical extension types. */
function extensionOf({ kind }: ArrowType): Readonly<Record<string, string>> {
  if (kind !== "json" && kind !== "uuid") return {};
  return { "ARROW:extension:name": `arrow.${kind}`, "ARROW:extension:metadata": "" };
}

/**
 * Returns the type of the entries of a map. Readers refuse maps whose entries or keys could be null.
 *
 * @param value - Type of the values of the map
 * @returns The type of pairs of a key and a value
 */
export function entriesOf(value: ArrowType): ArrowType {
  const key: ArrowField = { name: "key", type: { kind: "text" }, nullable: false };
  return { kind: "struct", fields: [key, { name: "value", type: value }] };
}

function childrenOf(type: ArrowType): readonly ArrowField[] {
  switch (type.kind) {
    case "list":
      return [{ name: "item", type: type.item }];
    case "struct":
      return type.fields;
    case "map":
      return [{ name: "entries", type: entriesOf(type.value), nullable: false }];
    default:
      return [];
  }
}

interface WrittenType {
  readonly number: number;
  readonly offset: Offset;
}

/** Writes a member of the union `Type`: a table whose members are numbers. */
function writeType(builder: Builder, type: ArrowType): WrittenType {
  switch (type.kind) {
    case "int":
      return typeTable(builder, typeNumbers.int, [32, type.bits], [8, Number(type.signed)]);
    case "float":
      return typeTable(builder, typeNumbers.float, [16, type.bits === 64 ? 2 : 1]);
    case "decimal":
      return typeTable(
        builder,
        typeNumbers.decimal,
        [32, type.precision],
        [32, type.scale],
        [32, decimalBits(type.precision)],
      );
    case "date":
      return typeTable(builder, typeNumbers.date, [16, 0]);
    case "time":
      return typeTable(builder, typeNumbers.time, [16, units[type.unit]], [32, 64]);
    case "timestamp":
      return timestampTable(builder, type);
    case "uuid":
      return typeTable(builder, typeNumbers.fixed, [32, uuidBytes]);
    case "json":
      return typeTable(builder, typeNumbers.text);
    default:
      return typeTable(builder, typeNumbers[type.kind]);
  }
}

function timestampTable(
  builder: Builder,
  { unit, zone }: Extract<ArrowType, { kind: "timestamp" }>,
): WrittenType {
  // It is 0, which is omitted, without a zone.
  const name = builder.createString(zone);
  builder.startObject(2);
  builder.addFieldInt16(0, units[unit], noDefault);
  builder.addFieldOffset(1, name, 0);
  return { number: typeNumbers.timestamp, offset: builder.endObject() };
}

/** A member of a table: how many bits it has, and its value. */
type NumberMember = readonly [bits: 8 | 16 | 32, value: number];

/** Writes a table of numbers. None is omitted, because the defaults differ between the types. */
function typeTable(builder: Builder, number: number, ...members: readonly NumberMember[]): WrittenType {
  builder.startObject(members.length);
  for (const [slot, [bits, value]] of members.entries()) {
    if (bits === 8) builder.addFieldInt8(slot, value, noDefault);
    else if (bits === 16) builder.addFieldInt16(slot, value, noDefault);
    else builder.addFieldInt32(slot, value, noDefault);
  }
  return { number, offset: builder.endObject() };
}
