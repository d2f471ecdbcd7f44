import type { Buffer } from "node:buffer";
import { type ArrowColumn, type ArrowType, type FixedRun, shortestSingle } from "@wellhead/rows";
import { enumNames } from "./enum-names.js";
import { parseType, type ResultColumn, type ServerType } from "./value-kind.js";

/** Rows in the format `Native`: the values of each column are together. */
export interface NativeBlock {
  readonly rows: number;
  readonly bytes: Buffer;
  /** Where the values of each column begin, in the order of the columns. */
  readonly starts: readonly number[];
}

/** How the values of a column are stored. */
export interface NativeLayout {
  /** Whether a byte for each value, which is 1 where it is null, comes before the values. */
  readonly hasNulls: boolean;
  /** Number of bytes of a value; `undefined` for texts, each of which begins with its length. */
  readonly width: number | undefined;
}

/** A column in the format `Native`, as Arrow. */
export interface NativeColumn extends NativeValues {
  readonly name: string;
  readonly layout: NativeLayout;
}

/** Values of a type as Arrow. */
interface NativeValues {
  readonly type: ArrowType;
  /** Number of bytes of a value. */
  readonly width: number | undefined;
  /** Appends the value whose bytes begin at an index. Texts have none, because they are UTF-8. */
  readonly append: ((column: ArrowColumn, view: DataView, at: number) => void) | undefined;
  /** Writes many values at once. Default: they are appended one by one. */
  readonly write?: (run: FixedRun, bytes: Buffer, span: RunSpan) => void;
  /** Whether many values surely fit; only then they are written at once. Default: they always fit. */
  readonly fits?: (bytes: Buffer, span: RunSpan) => boolean;
}

/** Values that follow each other. */
interface RunSpan {
  /** Index of the first byte. */
  readonly at: number;
  readonly count: number;
}

/**
 * Returns how the columns of a statement are written as Arrow from the format `Native`.
 *
 * @param columns - The columns as the server describes them
 * @param names - Their names in the rows
 * @returns One for each column; `undefined` when one has a type that is only written as text
 */
export function nativeColumns(
  columns: readonly ResultColumn[],
  names: readonly string[],
): readonly NativeColumn[] | undefined {
  const found = columns.flatMap((column, index) => {
    const { name, parameters } = parseType(column.type);
    const hasNulls = name === "Nullable";
    const values = valuesOf(hasNulls ? parseType(parameters[0] ?? "") : { name, parameters });
    if (values === undefined) return [];
    return [{ name: names[index] ?? "", layout: { hasNulls, width: values.width }, ...values }];
  });
  return found.length === columns.length ? found : undefined;
}

const integer: ArrowType = { kind: "int", bits: 64, signed: true };
const double: ArrowType = { kind: "float", bits: 64 };
const text: ArrowType = { kind: "text" };

function stored(
  type: ArrowType,
  width: number,
  read: (view: DataView, at: number) => number | bigint,
): NativeValues {
  return { type, width, append: (column, view, at) => column.appendStored(read(view, at)) };
}

/** Returns values that Arrow stores in the same way. */
function copied(type: ArrowType, width: number, append: NativeValues["append"]): NativeValues {
  const write: NativeValues["write"] = (run, bytes, { at, count }) => {
    bytes.copy(run.bytes, run.start, at, at + count * width);
  };
  return { type, width, append, write };
}

/** Returns values that Arrow stores as integers of 64 bits, if they are safe integers as doubles. */
function widened(type: ArrowType, width: number, read: (view: DataView, at: number) => number): NativeValues {
  const write: NativeValues["write"] = ({ view: target, start }, bytes, { at, count }) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let index = 0; index < count; index += 1) {
      const value = read(view, at + index * width);
      const to = start + index * 8;
      target.setInt32(to, value | 0, true);
      target.setInt32(to + 4, Math.floor(value / wordValues), true);
    }
  };
  return { ...stored(type, width, read), write };
}

/** Writes days, of which Arrow has 32 bits. */
function writeDays({ view: target, start }: FixedRun, bytes: Buffer, { at, count }: RunSpan): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < count; index += 1)
    target.setInt32(start + index * 4, view.getUint16(at + index * 2, true), true);
}

function appendLong(column: ArrowColumn, view: DataView, at: number): void {
  column.appendWords(view.getInt32(at + 4, true), view.getInt32(at, true));
}

const simple: ReadonlyMap<string, NativeValues> = new Map([
  ["Int8", widened(integer, 1, (view, at) => view.getInt8(at))],
  ["Int16", widened(integer, 2, (view, at) => view.getInt16(at, true))],
  ["Int32", widened(integer, 4, (view, at) => view.getInt32(at, true))],
  ["Int64", copied(integer, 8, appendLong)],
  ["UInt8", widened(integer, 1, (view, at) => view.getUint8(at))],
  ["UInt16", widened(integer, 2, (view, at) => view.getUint16(at, true))],
  ["UInt32", widened(integer, 4, (view, at) => view.getUint32(at, true))],
  ["UInt64", copied({ kind: "int", bits: 64, signed: false }, 8, appendLong)],
  // As in JSON, the shortest number that is the same 32 bits.
  ["Float32", stored(double, 4, (view, at) => shortestSingle(view.getFloat32(at, true)))],
  ["Float64", copied(double, 8, (column, view, at) => column.appendStored(view.getFloat64(at, true)))],
  ["Bool", stored({ kind: "bool" }, 1, (view, at) => view.getUint8(at))],
  ["Date", { ...stored({ kind: "date" }, 2, (view, at) => view.getUint16(at, true)), write: writeDays }],
  ["Date32", copied({ kind: "date" }, 4, (column, view, at) => column.appendStored(view.getInt32(at, true)))],
  [
    "DateTime",
    widened({ kind: "timestamp", unit: "us", zone: "UTC" }, 4, (view, at) => view.getUint32(at, true) * 1e6),
  ],
  ["String", { type: text, width: undefined, append: undefined }],
  ["UUID", { type: text, width: 16, append: appendUuid }],
]);

function valuesOf({ name, parameters }: ServerType): NativeValues | undefined {
  if (name === "FixedString") return { type: text, width: Number(parameters[0]), append: undefined };
  if (name === "Decimal") return decimals(Number(parameters[0]), Number(parameters[1]));
  if (name === "DateTime64") return ticks(Number(parameters[0]));
  if (name === "Enum8" || name === "Enum16") return enumerated(parameters, name === "Enum8" ? 1 : 2);
  return simple.get(name);
}

/** Decimals have 4, 8, 16 or 32 bytes, depending on their number of digits. */
function decimals(precision: number, scale: number): NativeValues | undefined {
  const type: ArrowType = { kind: "decimal", precision, scale };
  const bound = 10 ** precision * nearlyOne;
  if (precision <= 9)
    return { ...stored(type, 4, (view, at) => view.getInt32(at, true)), ...runOf(4, bound) };
  if (precision <= 15) return { ...stored(type, 8, roundedLong), ...runOf(8, bound) };
  if (precision <= 18)
    return { ...stored(type, 8, (view, at) => view.getBigInt64(at, true)), ...runOf(8, bound) };
  if (precision > 76) return undefined;
  const width = precision <= 38 ? 16 : 32;
  return stored(type, width, (view, at) => {
    let value = view.getBigInt64(at + width - 8, true);
    for (let word = width - 16; word >= 0; word -= 8)
      value = (value << 64n) | view.getBigUint64(at + word, true);
    return value;
  });
}

/** Doubles round the integers of 64 bits. */
const nearlyOne = 1 - 1e-12;

function roundedLong(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * wordValues + view.getUint32(at, true);
}

/** Returns how decimals of 4 or 8 bytes become those of 16, if their integers are surely below a bound. */
function runOf(width: 4 | 8, bound: number): Required<Pick<NativeValues, "write" | "fits">> {
  return {
    fits: (bytes, { at, count }) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let from = at; from < at + count * width; from += width) {
        const value = width === 4 ? view.getInt32(from, true) : roundedLong(view, from);
        if (Math.abs(value) >= bound) return false;
      }
      return true;
    },
    write: ({ view: target, start }, bytes, { at, count }) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let index = 0; index < count; index += 1) {
        const from = at + index * width;
        const to = start + index * 16;
        const low = view.getInt32(from, true);
        const high = width === 4 ? low >> 31 : view.getInt32(from + 4, true);
        target.setInt32(to, low, true);
        target.setInt32(to + 4, high, true);
        target.setInt32(to + 8, high >> 31, true);
        target.setInt32(to + 12, high >> 31, true);
      }
    },
  };
}

const wordValues = 2 ** 32;
/** Limit of the upper half of a number of ticks up to which a double represents all that is computed from it. */
const safeHigh = 2 ** 20;
const [minLong, maxLong] = [-(2n ** 63n), 2n ** 63n - 1n];
const [microDigits, nanoDigits] = [6, 9];

/** Instants as a number of ticks, of which a second has a power of ten. */
function ticks(digits: number): NativeValues | undefined {
  if (!(digits >= 0 && digits <= nanoDigits)) return undefined;
  const isMicro = digits <= microDigits;
  const factor = 10 ** ((isMicro ? microDigits : nanoDigits) - digits);
  return {
    type: { kind: "timestamp", unit: isMicro ? "us" : "ns", zone: "UTC" },
    width: 8,
    append: (column, view, at) => {
      const high = view.getInt32(at + 4, true);
      const number = (high * wordValues + view.getUint32(at, true)) * factor;
      if (Number.isSafeInteger(number) && high > -safeHigh && high < safeHigh) {
        column.appendStored(number);
        return;
      }
      const count = view.getBigInt64(at, true) * BigInt(factor);
      // No column of instants takes this text, so the error names the column and the row.
      if (count < minLong || count > maxLong) column.append("out of range");
      else column.appendStored(count);
    },
  };
}

function enumerated(parameters: readonly string[], width: 1 | 2): NativeValues | undefined {
  const names = enumNames(parameters);
  if (names === undefined) return undefined;
  return {
    type: text,
    width,
    append: (column, view, at) => {
      const number = width === 1 ? view.getInt8(at) : view.getInt16(at, true);
      const name = names.get(number);
      if (name === undefined) throw new RangeError("Could not read a value: its number has no name.");
      column.appendUtf8(name, 0, name.length);
    },
  };
}

/** A UUID is stored as two halves, each with its last byte first. */
function appendUuid(column: ArrowColumn, view: DataView, at: number): void {
  const hex = [at, at + 8].map((half) => view.getBigUint64(half, true).toString(16).padStart(16, "0"));
  column.append(hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}

/** Values of a column in a block. */
export interface NativeSpan {
  readonly block: NativeBlock;
  /** Where the values of the column begin. */
  readonly start: number;
  /** The first row, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Appends values of a block to a column.
 *
 * @param target - The column of Arrow
 * @param column - How the values are stored
 * @param span - Which values
 * @throws ValueMismatch when the type cannot hold one
 */
export function appendColumn(target: ArrowColumn, column: NativeColumn, span: NativeSpan): void {
  const { block, start, from, to } = span;
  const { bytes, rows } = block;
  const { width, hasNulls } = column.layout;
  const nulls = hasNulls ? bytes.subarray(start + from, start + to) : undefined;
  const values = hasNulls ? start + rows : start;
  if (width === undefined) {
    target.appendTexts(bytes, endsOfTexts({ ...span, start: values }), nulls);
    return;
  }
  const run = { at: values + from * width, count: to - from };
  if (column.write !== undefined && column.fits?.(bytes, run) !== false) {
    column.write(target.appendRun(run.count, nulls), bytes, run);
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = from; row < to; row += 1) {
    const at = values + row * width;
    if (nulls?.[row - from] === 1) target.appendNull();
    else if (column.append === undefined) target.appendUtf8(bytes, at, at + width);
    else column.append(target, view, at);
  }
}

/** Memory for the ends of the texts of one block. */
let endsOfBlock = new Uint32Array(2 ** 14);

/** Returns where each text begins and ends, until the next call. Its length comes before it. */
function endsOfTexts({ block: { bytes }, start, from, to }: NativeSpan): Uint32Array {
  const length = (to - from) * 2;
  if (length > endsOfBlock.length) endsOfBlock = new Uint32Array(length);
  const ends = endsOfBlock.subarray(0, length);
  let at = start;
  for (let row = 0; row < to; row += 1) {
    let size = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      size += (byte & 127) * shift;
      if (byte < 128) break;
    }
    if (row >= from) {
      ends[(row - from) * 2] = at;
      ends[(row - from) * 2 + 1] = at + size;
    }
    at += size;
  }
  return ends;
}
