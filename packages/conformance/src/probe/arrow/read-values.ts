import type { ArrowColumn, ArrowKind } from "./arrow-schema.js";
import { ArrowFault } from "./flat-table.js";

/** A moment in nanoseconds: since 1970, or since midnight. */
export interface Moment {
  readonly nanos: bigint;
}

/** A value as the judge compares it; whole numbers and decimals are their digits. */
export type ArrowValue =
  | null
  | boolean
  | number
  | string
  | bigint
  | Uint8Array
  | Moment
  | readonly ArrowValue[]
  | Map<string, ArrowValue>;

/** The nodes and buffers of a record batch, which are consumed from the front. */
export interface BatchParts {
  readonly nodes: (readonly [length: number, nulls: number])[];
  readonly buffers: DataView[];
  /** Values by id of a dictionary. */
  readonly dictionaries: ReadonlyMap<number, readonly ArrowValue[]>;
}

/**
 * Reads the values of a column.
 *
 * @param column - The column
 * @param parts - The rest of the record batch, which begins with the column
 * @returns The values
 * @throws ArrowFault when the buffers do not have them
 */
export function readValues(column: ArrowColumn, parts: BatchParts): readonly ArrowValue[] {
  const [length, nulls] = take(parts.nodes);
  if (column.type.kind === "null" && column.dictionary === undefined)
    return Array.from({ length }, () => null);
  const validity = take(parts.buffers);
  const read = readerOf(column, parts);
  const isNull = (row: number) => nulls > 0 && (validity.getUint8(row >> 3) & (1 << (row & 7))) === 0;
  const values = Array.from({ length }, (_unused, row) => (isNull(row) ? null : read(row)));
  const found = values.filter((_value, row) => isNull(row)).length;
  if (found !== nulls)
    throw new ArrowFault(`the column "${column.name}" has ${found} nulls, its metadata says ${nulls}`);
  return values;
}

function readerOf(column: ArrowColumn, parts: BatchParts): (row: number) => ArrowValue {
  const { dictionary, type } = column;
  if (dictionary === undefined) return nestedReader(column, parts) ?? plainReader(type, parts);
  const index = plainReader(dictionary.index, parts);
  const values = parts.dictionaries.get(dictionary.id) ?? [];
  return (row) => {
    const value = values[Number(index(row))];
    if (value === undefined)
      throw new ArrowFault(`the column "${column.name}" names a value that is missing`);
    return value;
  };
}

function nestedReader(
  { type, children }: ArrowColumn,
  parts: BatchParts,
): ((row: number) => ArrowValue) | undefined {
  const { kind } = type;
  if (kind === "struct") {
    const members = children.map((child) => [child.name, readValues(child, parts)] as const);
    return (row) => new Map(members.map(([name, values]) => [name, at(values, row)]));
  }
  if (kind !== "list" && kind !== "map") return undefined;
  const range = rangeReader(parts, kind === "list" && type.isLarge);
  const [child] = children;
  if (child === undefined) throw new ArrowFault("a list has no column of its items");
  const items = readValues(child, parts);
  const list = (row: number) => {
    const [start, end] = range(row);
    return Array.from({ length: end - start }, (_unused, index) => at(items, start + index));
  };
  if (kind === "list") return list;
  return (row) => new Map(list(row).map((entry) => entryOf(entry)));
}

/** The first member of an entry of a map is its key, whatever its name is. */
function entryOf(entry: ArrowValue): readonly [string, ArrowValue] {
  if (!(entry instanceof Map)) throw new ArrowFault("a map has an entry that is null");
  const [key = null, value = null]: readonly ArrowValue[] = [...entry.values()];
  if (typeof key !== "string") throw new ArrowFault("a map has keys that are not text", { isUnknown: true });
  return [key, value];
}

function plainReader(type: ArrowKind, parts: BatchParts): (row: number) => ArrowValue {
  if (type.kind === "text" || type.kind === "bytes") {
    const range = rangeReader(parts, type.isLarge);
    const data = take(parts.buffers);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return (row) => {
      const bytes = bytesOf(data, ...range(row));
      return type.kind === "bytes" ? bytes : decoder.decode(bytes);
    };
  }
  const data = take(parts.buffers);
  switch (type.kind) {
    case "bool":
      return (row) => (data.getUint8(row >> 3) & (1 << (row & 7))) !== 0;
    case "int":
      return (row) => integerAt(data, row, type);
    case "float":
      return (row) => floatAt(data, row, type.bits);
    case "decimal":
      return (row) => decimalText(integerAt(data, row, { bits: type.bits, signed: true }), type.scale);
    case "date":
      return (row) => ({ nanos: BigInt(data.getInt32(row * 4, true)) * 86_400_000_000_000n });
    case "day":
    case "time":
    case "moment":
      return (row) => ({ nanos: integerAt(data, row, { bits: type.bits, signed: true }) * type.nanos });
    case "fixed":
      return (row) => bytesOf(data, row * type.width, (row + 1) * type.width);
    default:
      throw new ArrowFault(`it has values of the type ${type.kind}`, { isUnknown: true });
  }
}

function rangeReader(parts: BatchParts, isLarge: boolean): (row: number) => readonly [number, number] {
  const offsets = take(parts.buffers);
  const offset = (index: number) =>
    isLarge ? Number(offsets.getBigInt64(index * 8, true)) : offsets.getInt32(index * 4, true);
  return (row) => {
    const [start, end] = [offset(row), offset(row + 1)];
    if (start < 0 || end < start)
      throw new ArrowFault(`the offsets of row ${row + 1} are ${start} and ${end}`);
    return [start, end];
  };
}

function integerAt(
  data: DataView,
  row: number,
  { bits, signed }: { readonly bits: number; readonly signed: boolean },
): bigint {
  if (bits === 64) return signed ? data.getBigInt64(row * 8, true) : data.getBigUint64(row * 8, true);
  const bytes = bits / 8;
  let value = 0n;
  for (let byte = bytes - 1; byte >= 0; byte -= 1)
    value = (value << 8n) | BigInt(data.getUint8(row * bytes + byte));
  return signed ? BigInt.asIntN(bits, value) : value;
}

function floatAt(data: DataView, row: number, bits: number): number {
  if (bits === 32) return data.getFloat32(row * 4, true);
  if (bits === 64) return data.getFloat64(row * 8, true);
  throw new ArrowFault("it has numbers of 16 bits", { isUnknown: true });
}

function decimalText(integer: bigint, scale: number): string {
  if (scale <= 0) return String(integer * 10n ** BigInt(-scale));
  const digits = String(integer < 0n ? -integer : integer).padStart(scale + 1, "0");
  return `${integer < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView, start: number, end: number): Uint8Array {
  if (end > byteLength) throw new ArrowFault(`a value ends at byte ${end} of ${byteLength}`);
  return new Uint8Array(buffer, byteOffset + start, end - start);
}

function take<Part>(parts: Part[]): Part {
  const part = parts.shift();
  if (part === undefined) throw new ArrowFault("a record batch has fewer buffers than its columns need");
  return part;
}

function at(values: readonly ArrowValue[], index: number): ArrowValue {
  const value = values[index];
  if (value === undefined) throw new ArrowFault("a list has more items than its column");
  return value;
}
