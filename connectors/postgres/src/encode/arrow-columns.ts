import {
  type ArrowCellColumn,
  type ArrowCells,
  type ArrowType,
  jsonCells,
  type WrittenColumn,
} from "@wellhead/rows";
import type { TextCodec } from "@wellhead/sql";
import type { CellFormat, ResultColumn } from "../protocol/messages.js";
import { textArrayCells } from "./binary-array.js";
import { binaryCells, decimalCells } from "./binary-cells.js";
import type { ValueKind } from "./value-kind.js";

/** A column as Arrow, and the form in which the server is to send its cells. */
export interface PostgresArrowColumn extends ArrowCellColumn {
  readonly format: CellFormat;
}

/** What is known about the columns of a result. */
export interface ArrowColumnsOptions {
  readonly columns: readonly ResultColumn[];
  /** One for each column. */
  readonly kinds: readonly ValueKind[];
  /** Encoding of their text. */
  readonly codec: TextCodec | undefined;
  /** Whether the server has the binary form of PostgreSQL. If not, all cells are text. */
  readonly hasBinary: boolean;
}

/**
 * Returns how the columns of a result are written as Arrow.
 *
 * @param written - Their names and writers of text
 * @param options - Their types
 * @returns One for each column
 */
export function arrowColumns(
  written: readonly WrittenColumn[],
  { columns, kinds, codec, hasBinary }: ArrowColumnsOptions,
): readonly PostgresArrowColumn[] {
  const isUtf8 = codec === undefined || codec.encoding === "utf-8";
  return written.map((column, index) => {
    const { type = 0, modifier = -1 } = columns[index] ?? {};
    const kind = kinds[index] ?? { kind: "text" };
    const binary = binaryCells.get(type) ?? binaryDecimal(type, modifier);
    if (binary !== undefined) {
      if (hasBinary) return { name: column.name, format: 1, ...binary };
      return { name: column.name, format: 0, ...textCells(column, binary.type) };
    }
    if (hasBinary && isUtf8 && textArrays.has(type))
      return { name: column.name, format: 1, ...textArrayCells };
    const isPlain = (kind.kind === "text" && isUtf8) || type === numeric;
    return { name: column.name, format: 0, ...(isPlain ? utf8Cells : cellsOf(column, { kind, type })) };
  });
}

const numeric = 1700;
/** Object ids of the arrays of `name`, `text`, `char` and `varchar`, whose items have the same form as text and in binary. */
const textArrays: ReadonlySet<number> = new Set([1003, 1009, 1014, 1015]);
/** Maximum number of digits of a decimal of Arrow. */
const maxDigits = 76;

/** Returns how decimals of a known number of digits are written. Others are text. */
function binaryDecimal(type: number, modifier: number): ArrowCells | undefined {
  if (type !== numeric || modifier < 4) return undefined;
  const precision = (modifier - 4) >> 16;
  // Since version 15, it may be negative, or larger than the precision.
  const scale = (((modifier - 4) & 0x7ff) ^ 0x400) - 0x400;
  const isKnown = precision <= maxDigits && scale >= 0 && scale <= precision;
  return isKnown ? decimalCells({ precision, scale }) : undefined;
}

const text: ArrowType = { kind: "text" };
const json: ArrowType = { kind: "json" };
const double: ArrowType = { kind: "float", bits: 64 };
const integer: ArrowType = { kind: "int", bits: 64, signed: true };
const local: ArrowType = { kind: "timestamp", unit: "us" };
const instant: ArrowType = { kind: "timestamp", unit: "us", zone: "UTC" };

/** Text, and decimals of any number of digits, of which Arrow has the text. */
const utf8Cells: ArrowCells = {
  type: text,
  append: (column) => (target, start, end) => column.appendUtf8Of(target, start, end),
};

/** Types of the items of common arrays, by object id of the array, as far as their kind does not say it. */
const items: ReadonlyMap<number, ArrowType> = new Map<number, ArrowType>([
  [1005, integer],
  [1007, integer],
  [1016, integer],
  [1115, local],
  [1185, instant],
]);

interface TypedKind {
  readonly kind: ValueKind;
  /** Object id of the type. */
  readonly type: number;
}

function textCells(
  { json: write, anyNumber = write, expansion }: WrittenColumn,
  type: ArrowType,
): ArrowCells {
  return jsonCells(type, anyNumber, expansion);
}

/** Returns how values are written by their JSON. */
function cellsOf(column: WrittenColumn, typed: TypedKind): ArrowCells {
  const [first = json, ...others] = typesOf(typed);
  const make = (type: ArrowType, otherwise: ArrowCells | undefined): ArrowCells => ({
    ...textCells(column, type),
    ...(otherwise !== undefined && { otherwise }),
  });
  const otherwise = others.reduceRight<ArrowCells | undefined>((rest, type) => make(type, rest), undefined);
  return make(first, otherwise);
}

/** Returns the types that a column may have. The first one is taken that can hold the values of the first rows. */
function typesOf({ kind, type }: TypedKind): readonly ArrowType[] {
  switch (kind.kind) {
    case "boolean":
      return [{ kind: "bool" }];
    case "number":
      return [double];
    case "date":
      return [{ kind: "date" }];
    case "timestamp":
      return [type === 1184 ? instant : local];
    case "text":
    case "bytes":
      return [text];
    case "vector":
      return [{ kind: "list", item: double }, json];
    case "array":
      return [...itemTypes(kind.element, type).map((item) => ({ kind: "list", item }) as const), json];
    default:
      return [json];
  }
}

function itemTypes({ kind }: ValueKind, array: number): readonly ArrowType[] {
  const known = items.get(array);
  if (known !== undefined) return [known];
  if (kind === "number") return [double, integer];
  if (kind === "date") return [{ kind: "date" }];
  return kind === "text" || kind === "bytes" ? [text] : [];
}
