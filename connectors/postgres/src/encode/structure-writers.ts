import type { Buffer } from "node:buffer";
import { type ByteWriter, FixedText, type ValueWriter, writeJsonNumber, writeJsonText } from "@wellhead/rows";
import { ItemReader } from "./item-reader.js";

const nothing = new FixedText("null");
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openRound = 0x28;
const closeRound = 0x29;
const openSquare = 0x5b;
const closeSquare = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;

/** Writes a value in a text format. Returns the index where it ends, or -1 when it does not have that format. */
type WriteStructure = (target: ByteWriter, start: number, end: number) => number;

/** Creates a writer that falls back to text for a value that does not have the format. */
function orText(write: WriteStructure): ValueWriter {
  return (target, start, end) => {
    const before = target.length;
    if (write(target, start, end) === end) return;
    target.length = before;
    writeJsonText(target, start, end);
  };
}

/**
 * Creates a writer for composite values: `(1,"a b",)` becomes an object with the names of the fields.
 *
 * @param fields - Names and writers of the fields, in order
 * @returns A writer for the object
 */
export function compositeWriter(
  fields: ReadonlyArray<readonly [name: string, write: ValueWriter]>,
): ValueWriter {
  const names = fields.map(
    ([name], index) => new FixedText(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`),
  );
  const reader = new ItemReader(",)");
  return orText((target, start, end) => {
    const { source } = target;
    if (source[start] !== openRound) return -1;
    let at = start;
    for (const [index, [, write]] of fields.entries()) {
      if (index > 0 && source[at] !== comma) return -1;
      if (names[index] !== undefined) target.append(names[index]);
      at = reader.read(source, at + 1, end);
      if (reader.isNull) target.append(nothing);
      else target.from(reader.item, write);
    }
    if (fields.length === 0) {
      target.put(openBrace);
      at += 1;
    }
    target.put(closeBrace);
    return source[at] === closeRound ? at + 1 : -1;
  });
}

/** The parts of a range as JSON. */
const rangeParts = {
  lower: new FixedText('{"lower":'),
  upper: new FixedText(',"upper":'),
  bounds: new FixedText(',"bounds":"'),
  end: new FixedText('"}'),
  empty: new FixedText('{"lower":null,"upper":null,"bounds":"empty"}'),
} as const;

function rangeStructure(bound: ValueWriter): WriteStructure {
  const reader = new ItemReader(",)]");
  const writeBound = (target: ByteWriter) => {
    if (reader.isNull) target.append(nothing);
    else target.from(reader.item, bound);
  };
  return (target, start, end) => {
    const { source } = target;
    if (textAt(source, start, { length: 5, end }) === "empty") {
      target.append(rangeParts.empty);
      return start + 5;
    }
    const open = source[start] ?? 0;
    if (open !== openSquare && open !== openRound) return -1;
    target.append(rangeParts.lower);
    const between = reader.read(source, start + 1, end);
    writeBound(target);
    if (source[between] !== comma) return -1;
    target.append(rangeParts.upper);
    const last = reader.read(source, between + 1, end);
    writeBound(target);
    const close = source[last] ?? 0;
    if (last >= end || (close !== closeSquare && close !== closeRound)) return -1;
    target.append(rangeParts.bounds);
    target.put(open);
    target.put(close);
    target.append(rangeParts.end);
    return last + 1;
  };
}

/**
 * Creates a writer for ranges: `[1,5)` becomes `{"lower":1,"upper":5,"bounds":"[)"}`. A missing bound is `null`, and
 * the bounds of an empty range are `"empty"`.
 *
 * @param bound - Writes a bound
 * @returns A writer for the object
 */
export function rangeWriter(bound: ValueWriter): ValueWriter {
  return orText(rangeStructure(bound));
}

/**
 * Creates a writer for multiranges, which become arrays of ranges.
 *
 * @param bound - Writes a bound
 * @returns A writer for the array
 */
export function multirangeWriter(bound: ValueWriter): ValueWriter {
  const range = rangeStructure(bound);
  return orText((target, start, end) => {
    const { source } = target;
    if (source[start] !== openBrace) return -1;
    target.put(openSquare);
    let at = start + 1;
    while (source[at] !== closeBrace) {
      if (at > start + 1) {
        if (source[at] !== comma) return -1;
        target.put(comma);
        at += 1;
      }
      at = range(target, at, end);
      if (at < 0 || at >= end) return -1;
    }
    target.put(closeSquare);
    return at + 1;
  });
}

/**
 * Creates a writer for `hstore`: `"a"=>"1", "b"=>NULL` becomes an object of texts.
 *
 * @param text - Writes a text
 * @returns A writer for the object
 */
export function hstoreWriter(text: ValueWriter): ValueWriter {
  const reader = new ItemReader("=,");
  return orText((target, start, end) => {
    const { source } = target;
    target.put(openBrace);
    let at = start;
    while (at < end) {
      if (at > start) target.put(comma);
      at = reader.read(source, at, end);
      target.from(reader.item, text);
      if (textAt(source, at, { length: 2, end }) !== "=>") return -1;
      target.put(colon);
      const isText = source[at + 2] === quote;
      if (!isText && textAt(source, at + 2, { length: 4, end }) !== "NULL") return -1;
      at = reader.read(source, at + 2, end);
      if (isText) target.from(reader.item, text);
      else target.append(nothing);
      if (at < end && textAt(source, at, { length: 2, end }) !== ", ") return -1;
      at = Math.min(at + 2, end);
    }
    target.put(closeBrace);
    return end;
  });
}

/**
 * Creates a writer for pgvector's vectors: `[1,2.5]` becomes an array of numbers.
 *
 * @returns A writer for the array
 */
export function vectorWriter(): ValueWriter {
  const reader = new ItemReader(",]");
  return orText((target, start, end) => {
    const { source } = target;
    if (source[start] !== openSquare) return -1;
    let at = start;
    do {
      target.put(at === start ? openSquare : comma);
      at = reader.read(source, at + 1, end);
      if (reader.isNull) return -1;
      target.from(reader.item, writeJsonNumber);
    } while (source[at] === comma && at < end);
    target.put(closeSquare);
    return source[at] === closeSquare ? at + 1 : -1;
  });
}

function textAt(
  source: Buffer,
  at: number,
  { length, end }: { readonly length: number; readonly end: number },
): string {
  return source.toString("latin1", at, Math.min(at + length, end));
}
