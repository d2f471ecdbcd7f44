import {
  type ArrowCellColumn,
  type ArrowCells,
  type ArrowType,
  dayNumber,
  jsonCells,
  type WrittenColumn,
} from "@wellhead/rows";
import { columnTypes } from "../protocol/column-types.js";
import type { ResultColumn } from "../protocol/result-column.js";
import { columnKindOf } from "./value-kind.js";
import { type WrittenColumnsOptions, writtenColumns } from "./written-columns.js";

const text: ArrowType = { kind: "text" };
const json: ArrowType = { kind: "json" };
const double: ArrowType = { kind: "float", bits: 64 };
const integer: ArrowType = { kind: "int", bits: 64, signed: true };
const unsigned: ArrowType = { kind: "int", bits: 64, signed: false };

/**
 * Returns how the columns of a result are written as Arrow.
 *
 * @param columns - The columns as the server describes them
 * @param options - What else is known about them
 * @returns One for each column
 */
export function arrowColumns(
  columns: readonly ResultColumn[],
  options: WrittenColumnsOptions = {},
): readonly ArrowCellColumn[] {
  const written = writtenColumns(columns, options);
  return columns.map((column, index) => {
    const { name = "", json: write = () => undefined } = written[index] ?? {};
    const isPlain = options.misdeclared?.columns.has(index) !== true;
    const cells = isPlain ? (directCells(column, write) ?? cellsOf(column, write)) : jsonCells(text, write);
    return { name, ...cells };
  });
}

/** Returns how values are written from the server's bytes; `undefined` for kinds that have no shorter way than JSON. */
function directCells(column: ResultColumn, write: WrittenColumn["json"]): ArrowCells | undefined {
  switch (columnKindOf(column)) {
    case "integer":
      return signedCells;
    case "unsigned":
      return column.type === columnTypes.longLong ? longUnsignedCells : shortUnsignedCells;
    case "double":
      return doubleCells;
    case "decimal":
      return decimalCells(column);
    case "date":
      return momentCells({ kind: "date" }, { write, decimals: 0 });
    case "datetime":
      return momentCells({ kind: "timestamp", unit: "us" }, { write, decimals: column.decimals });
    case "timestamp":
      return momentCells(
        { kind: "timestamp", unit: "us", zone: "UTC" },
        { write, decimals: column.decimals },
      );
    case "text":
      return utf8Cells;
    default:
      return undefined;
  }
}

/** Returns how values are written by their JSON. */
function cellsOf(column: ResultColumn, write: WrittenColumn["json"]): ArrowCells {
  switch (columnKindOf(column)) {
    case "single":
      return jsonCells(double, write);
    case "bit":
      return jsonCells(bitType(column), write);
    case "json":
    case "checked-json":
      return jsonCells(json, write);
    default:
      return jsonCells(text, write);
  }
}

function bitType({ length }: ResultColumn): ArrowType {
  if (length === 1) return { kind: "bool" };
  return length === 64 ? unsigned : integer;
}

const signedCells: ArrowCells = {
  type: integer,
  append: (column) => (target, start, end) => {
    const { sourceView } = target;
    const size = end - start;
    if (size === 8)
      column.appendWords(sourceView.getInt32(start + 4, true), sourceView.getInt32(start, true));
    else if (size === 4) column.appendStored(sourceView.getInt32(start, true));
    else column.appendStored(size === 2 ? sourceView.getInt16(start, true) : sourceView.getInt8(start));
  },
};

const shortUnsignedCells: ArrowCells = {
  type: integer,
  append: (column) => (target, start, end) => {
    const { sourceView } = target;
    const size = end - start;
    if (size === 4) column.appendStored(sourceView.getUint32(start, true));
    else column.appendStored(size === 2 ? sourceView.getUint16(start, true) : sourceView.getUint8(start));
  },
};

const longUnsignedCells: ArrowCells = { ...signedCells, type: unsigned };

const doubleCells: ArrowCells = {
  type: double,
  append: (column) => (target, start) => {
    const value = target.sourceView.getFloat64(start, true);
    // JSON has null for others, which the servers do not store.
    if (Number.isFinite(value)) column.appendStored(value);
    else column.appendNull();
  },
};

const utf8Cells: ArrowCells = {
  type: text,
  append: (column) => (target, start, end) => column.appendUtf8Of(target, start, end),
};

/** Flag of numbers without a sign. */
const unsignedFlag = 32;
/** Maximum number of digits of a decimal of Arrow. */
const maxDigits = 76;

/** Returns how decimals are written. Their declared length includes the point and the sign. */
function decimalCells({ length, decimals, flags }: ResultColumn): ArrowCells {
  const precision = length - Number(decimals > 0) - Number((flags & unsignedFlag) === 0);
  const isKnown = precision >= 1 && precision <= maxDigits && decimals <= precision;
  if (!isKnown) return utf8Cells;
  return {
    type: { kind: "decimal", precision, scale: decimals },
    append: (column) => (target, start, end) => column.appendJson(target.source, start, end),
  };
}

const daySeconds = 86_400;
const secondMicros = 1_000_000;
const microDigits = 6;
/** Number of days whose microseconds a double represents exactly. */
const safeDays = 100_000;

interface MomentCellsOptions {
  /** Writes the JSON of dates that do not exist. */
  readonly write: WrittenColumn["json"];
  /** Number of fractional digits of a second. */
  readonly decimals: number;
}

/** Returns how dates with or without a time are written. A value begins with its length. */
function momentCells(type: ArrowType, { write, decimals }: MomentCellsOptions): ArrowCells {
  const { append: appendUnreal } = jsonCells(type, write);
  const isDay = type.kind === "date";
  const unit = 10 ** (microDigits - Math.min(decimals, microDigits));
  return {
    type,
    append: (column) => {
      const unreal = appendUnreal(column);
      return (target, start, end) => {
        const { source, sourceView } = target;
        const size = end - start;
        const month = source[start + 3] ?? 0;
        const day = source[start + 4] ?? 0;
        const days = size < 5 ? undefined : dayNumber(sourceView.getUint16(start + 1, true), month, day);
        if (days === undefined) return unreal(target, start, end);
        if (isDay) return column.appendStored(days);
        const hasClock = size >= 8;
        const hour = hasClock ? (source[start + 5] ?? 0) : 0;
        const minute = hasClock ? (source[start + 6] ?? 0) : 0;
        const second = (hour * 60 + minute) * 60 + (hasClock ? (source[start + 7] ?? 0) : 0);
        const fraction = size >= 12 ? sourceView.getUint32(start + 8, true) % secondMicros : 0;
        const micros = second * secondMicros + fraction - (fraction % unit);
        if (days > -safeDays && days < safeDays)
          return column.appendStored(days * daySeconds * secondMicros + micros);
        return column.appendStored(BigInt(days) * BigInt(daySeconds * secondMicros) + BigInt(micros));
      };
    },
  };
}
