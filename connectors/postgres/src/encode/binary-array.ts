import {
  type ArrowCells,
  type ArrowColumn,
  type ByteWriter,
  FixedText,
  jsonCells,
  writeJsonText,
} from "@wellhead/rows";
import { brokenRow } from "./write-row.js";

const openList = 0x5b;
const closeList = 0x5d;
const comma = 0x2c;
const nothing = new FixedText("null");

/** Bytes before the first dimension: the number of dimensions, whether there are nulls, and the type of the items. */
const headerBytes = 12;
/** Bytes of a dimension: its size and its lower bound. */
const dimensionBytes = 8;
/** Bytes before an item: its size, which is negative for null. */
const sizeBytes = 4;
const maxDimensions = 6;

/**
 * How the binary form of arrays of text is written: as lists, or as JSON if the first rows have several dimensions.
 *
 * @see PostgreSQL, function `array_send`
 */
export const textArrayCells: ArrowCells = {
  type: { kind: "list", item: { kind: "text" } },
  append: (column) => (target, start, end) => appendArray(column, target, { start, end }),
  otherwise: jsonCells({ kind: "json" }, writeArray),
};

/** Where bytes begin and end. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function appendArray(column: ArrowColumn, target: ByteWriter, span: Span): void {
  const { sourceView } = target;
  const { end } = span;
  const dimensions = countDimensions(sourceView, span);
  // No list is a text, so the error names the column and the row.
  if (dimensions > 1) return column.append("several dimensions");
  const list = column.startList();
  for (let at = firstItem(span, dimensions); at < end; ) {
    const size = readSize(sourceView, at, end);
    at += sizeBytes;
    if (size < 0) list.appendNull();
    else {
      list.appendUtf8Of(target, at, at + size);
      at += size;
    }
  }
  column.endList();
}

/** Writes an array as the JSON of nested lists. Lower bounds are omitted. */
function writeArray(target: ByteWriter, start: number, end: number): void {
  const { sourceView } = target;
  const dimensions = countDimensions(sourceView, { start, end });
  const sizeOf = (dimension: number) => {
    const size = sourceView.getInt32(start + headerBytes + dimension * dimensionBytes);
    if (size < 1) throw brokenRow();
    return size;
  };
  let at = firstItem({ start, end }, dimensions);
  const writeList = (dimension: number) => {
    target.put(openList);
    const size = dimension < dimensions ? sizeOf(dimension) : 0;
    for (let index = 0; index < size; index += 1) {
      if (index > 0) target.put(comma);
      if (dimension < dimensions - 1) writeList(dimension + 1);
      else at = writeItem(target, at, end);
    }
    target.put(closeList);
  };
  writeList(0);
  if (at !== end) throw brokenRow();
}

/** Writes an item; returns the index after it. */
function writeItem(target: ByteWriter, start: number, end: number): number {
  const size = readSize(target.sourceView, start, end);
  const first = start + sizeBytes;
  if (size < 0) {
    target.append(nothing);
    return first;
  }
  writeJsonText(target, first, first + size);
  return first + size;
}

/** Returns the number of dimensions. An array without items has none. */
function countDimensions(view: DataView, { start, end }: Span): number {
  const dimensions = start + headerBytes > end ? -1 : view.getInt32(start);
  const isValid = dimensions >= 0 && dimensions <= maxDimensions;
  if (!isValid || firstItem({ start, end }, dimensions) > end) throw brokenRow();
  return dimensions;
}

function firstItem({ start }: Span, dimensions: number): number {
  return start + headerBytes + dimensions * dimensionBytes;
}

/** Returns the number of bytes of the item whose size begins at an index. */
function readSize(view: DataView, at: number, end: number): number {
  const size = at + sizeBytes > end ? end : view.getInt32(at);
  if (at + sizeBytes + size > end) throw brokenRow();
  return size;
}
