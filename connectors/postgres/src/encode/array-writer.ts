import type { Buffer } from "node:buffer";
import { ByteWriter, FixedText, type ValueWriter, writeJsonText } from "@wellhead/rows";

const open = 0x7b;
const close = 0x7d;
const quote = 0x22;
const backslash = 0x5c;
const equals = 0x3d;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const empty = new FixedText("null");

/**
 * Creates a writer for arrays. PostgreSQL's `{1,NULL,"a b"}` becomes a JSON array, and several dimensions become nested
 * arrays. Subscript bounds are omitted.
 *
 * @param element - Writes one element as JSON
 * @param delimiter - Character between two elements
 * @returns A writer for the whole array
 * @see PostgreSQL, "Array Input and Output Syntax"
 */
export function arrayWriter(element: ValueWriter, delimiter: string): ValueWriter {
  const form = {
    element,
    between: delimiter.charCodeAt(0),
    isText: element === writeJsonText,
    end: 0,
    scratch: new ByteWriter(1024),
  };
  return (target, start, end) => {
    const before = target.length;
    const first = target.source[start] === openList ? target.source.indexOf(equals, start) + 1 : start;
    form.end = end;
    if (!writeArray(target, first, form)) {
      target.length = before;
      writeJsonText(target, start, end);
    }
  };
}

/** How to read an array. One object is reused for all arrays of a column. */
interface ArrayForm {
  readonly element: ValueWriter;
  readonly between: number;
  /** Whether the elements are text. */
  readonly isText: boolean;
  /** Index after the last byte of the array. */
  readonly end: number;
  /** Buffer for an element without its backslashes. An element may be a structure with elements of its own. */
  readonly scratch: ByteWriter;
}

/** Writes an array. Returns whether the text was a valid array. */
function writeArray(target: ByteWriter, start: number, form: ArrayForm): boolean {
  const { source } = target;
  const { end, between, isText } = form;
  let depth = 0;
  let at = start;
  while (at < end) {
    const byte = source[at] ?? 0;
    if (byte === open) {
      depth += 1;
      target.put(openList);
      at += 1;
    } else if (byte === close) {
      depth -= 1;
      target.put(closeList);
      at += 1;
      if (depth === 0) return at === end;
    } else if (byte === between) {
      target.put(comma);
      at += 1;
    } else if (byte !== quote) at = writePlain(target, at, form);
    else at = isText ? writeQuotedText(target, at + 1, form) : writeQuoted(target, at + 1, form);
    if (depth <= 0) return false;
  }
  return false;
}

/** Writes an unquoted element. Returns the index where it ends. */
function writePlain(target: ByteWriter, start: number, { end, element, between }: ArrayForm): number {
  const { source } = target;
  let stop = start;
  while (stop < end && source[stop] !== between && source[stop] !== close) stop += 1;
  if (isNull(source, start, stop)) target.append(empty);
  else element(target, start, stop);
  return stop;
}

/**
 * Copies quoted text unchanged: the server escapes only quotes and backslashes, with a backslash, as JSON does. Returns
 * the index after the closing quote.
 */
function writeQuotedText(target: ByteWriter, start: number, form: ArrayForm): number {
  const { end } = form;
  const { bytes, source } = target;
  const before = target.length;
  let at = before;
  bytes[at++] = quote;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    if (byte === quote) {
      bytes[at++] = quote;
      target.length = at;
      return index + 1;
    }
    if (byte < 0x20) break;
    bytes[at++] = byte;
    if (byte !== backslash) continue;
    index += 1;
    const next = source[index] ?? 0;
    if (next !== quote && next !== backslash) break;
    bytes[at++] = next;
  }
  // The text contains a character that JSON escapes differently.
  target.length = before;
  return writeQuoted(target, start, form);
}

/** Writes a quoted element. Returns the index after the closing quote. */
function writeQuoted(target: ByteWriter, start: number, { end, element, scratch }: ArrayForm): number {
  const { source } = target;
  let stop = start;
  let escaped = false;
  while (stop < end && source[stop] !== quote) {
    if (source[stop] === backslash) {
      escaped = true;
      stop += 1;
    }
    stop += 1;
  }
  if (!escaped) element(target, start, stop);
  else {
    copyWithoutBackslashes(target, start, { stop, scratch });
    target.from(scratch, element);
  }
  return stop + 1;
}

function isNull(source: Buffer, start: number, stop: number): boolean {
  if (stop - start !== 4) return false;
  return (
    source[start] === 0x4e &&
    source[start + 1] === 0x55 &&
    source[start + 2] === 0x4c &&
    source[start + 3] === 0x4c
  );
}

function copyWithoutBackslashes(
  { source }: ByteWriter,
  start: number,
  { stop, scratch }: { readonly stop: number; readonly scratch: ByteWriter },
): void {
  scratch.length = 0;
  scratch.reserve(stop - start);
  for (let index = start; index < stop; index += 1) {
    if (source[index] === backslash) index += 1;
    scratch.put(source[index] ?? 0);
  }
}
