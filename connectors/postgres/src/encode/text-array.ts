import { Buffer } from "node:buffer";
import type { ArrowColumn, ByteWriter } from "@wellhead/rows";

const open = 0x7b;
const close = 0x7d;
const quote = 0x22;
const backslash = 0x5c;
const equals = 0x3d;
const comma = 0x2c;
const openBracket = 0x5b;
const letterN = 0x4e;

/** How an item is written. */
const forms = { plain: 0, escaped: 1, null: 2 } as const;
/** Numbers that are recorded for an item: where it begins and ends, and its form. */
const perItem = 3;

/** The items of the array that was read last. */
let items = new Int32Array(64 * perItem);
/** An item without its backslashes. */
let scratch = scratchOf(1024);

function scratchOf(size: number): { readonly source: Buffer; readonly sourceView: DataView } {
  const source = Buffer.allocUnsafeSlow(size);
  return { source, sourceView: new DataView(source.buffer) };
}

/**
 * Appends an array of texts in UTF-8 to a column of lists, without the JSON of the array.
 *
 * @param column - A column of lists of text
 * @param target - Its source has the array
 * @param span - Where the array begins and ends
 * @returns Whether it was appended. Arrays of several dimensions are not lists of text
 * @see PostgreSQL, "Array Input and Output Syntax"
 */
export function appendTextArray(
  column: ArrowColumn,
  target: ByteWriter,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const { source } = target;
  const first = source[start] === openBracket ? source.indexOf(equals, start) + 1 : start;
  const count = findItems(source, first, end);
  if (count === undefined) return false;
  const list = column.startList();
  for (let index = 0; index < count * perItem; index += perItem) {
    const [from, to, form] = [items[index] ?? 0, items[index + 1] ?? 0, items[index + 2]];
    if (form === forms.null) list.appendNull();
    else if (form === forms.plain) list.appendUtf8Of(target, from, to);
    else {
      const length = copyWithoutBackslashes(source, from, to);
      list.appendUtf8Of(scratch, 0, length);
    }
  }
  column.endList();
  return true;
}

/** Finds the items of an array of one dimension; returns how many there are, and `undefined` for any other text. */
function findItems(source: Buffer, start: number, end: number): number | undefined {
  if (source[start] !== open || source[end - 1] !== close) return undefined;
  let count = 0;
  let at = start + 1;
  if (at === end - 1) return 0;
  for (;;) {
    at = source[at] === quote ? endOfQuoted(source, at + 1, count) : endOfPlain(source, at, count);
    count += 1;
    if (at === end - 1) return count;
    // Beyond the end are the bytes of other values.
    if (at >= end || source[at] !== comma) return undefined;
    at += 1;
  }
}

/** Records an item; returns the index after it. */
function endOfPlain(source: Buffer, start: number, index: number): number {
  let at = start;
  for (let byte = source[at]; byte !== comma && byte !== close && byte !== open; byte = source[at]) {
    if (byte === undefined) return source.length;
    at += 1;
  }
  record(index, { start, end: at, form: isNull(source, start, at) ? forms.null : forms.plain });
  return at;
}

/** Records an item; returns the index after its closing quote. */
function endOfQuoted(source: Buffer, start: number, index: number): number {
  let at = start;
  let form: number = forms.plain;
  for (let byte = source[at]; byte !== quote; byte = source[at]) {
    if (byte === undefined) return source.length;
    if (byte === backslash) {
      form = forms.escaped;
      at += 1;
    }
    at += 1;
  }
  record(index, { start, end: at, form });
  return at + 1;
}

function record(
  index: number,
  { start, end, form }: { readonly start: number; readonly end: number; readonly form: number },
): void {
  const at = index * perItem;
  if (at + perItem > items.length) {
    const larger = new Int32Array(items.length * 2);
    larger.set(items);
    items = larger;
  }
  items[at] = start;
  items[at + 1] = end;
  items[at + 2] = form;
}

function isNull(source: Buffer, start: number, end: number): boolean {
  return end - start === 4 && source[start] === letterN && source.toString("latin1", start, end) === "NULL";
}

/** Copies an item to the scratch buffer; returns its length. */
function copyWithoutBackslashes(source: Buffer, start: number, end: number): number {
  if (end - start > scratch.source.length) scratch = scratchOf(2 * (end - start));
  const { source: bytes } = scratch;
  let length = 0;
  for (let at = start; at < end; at += 1) {
    if (source[at] === backslash) at += 1;
    bytes[length++] = source[at] ?? 0;
  }
  return length;
}
