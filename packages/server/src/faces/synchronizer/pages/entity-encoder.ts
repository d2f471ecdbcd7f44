import { type ByteWriter, endOfPlainJson, FixedText, writeJson } from "@wellhead/rows";
import type { Row } from "@wellhead/sdk";
import type { EncodedLines } from "../../../stream/rows/encoded-lines.js";
import { type EntityColumns, otherFields, titleColumnOf } from "../describe/describe-entity.js";
import { type CellCopier, cellCopierOf, copyCellText, copyId } from "./copy-cell.js";
import type { EntityWriter } from "./entity-writer.js";

const quote = 0x22;
const listOpening = 0x5b;
const listClosing = 0x5d;
const objectOpening = 0x7b;
const nullStart = 0x6e;
const backslash = 0x5c;
const comma = 0x2c;
const objectClosing = 0x7d;

const idStart = new FixedText('{"id":');
const nameStart = new FixedText(',"name":');
const rowStart = new FixedText(',"row":');
const entityEnd = new FixedText("}");
/** JSON of a list, as text: the form of a key of several columns. */
const listStart = new FixedText('"[\\"');
const listSeparator = new FixedText('\\",\\"');
const listEnd = new FixedText('\\"]"');

/** A field of the entity, and the column that it is made of. */
interface EncodedField {
  /** Text before the value. */
  readonly before: FixedText;
  readonly column: string;
  /** Index of the column among those of the row; -1 when the row does not have it. */
  readonly index: number;
  readonly copy: CellCopier;
}

/**
 * Writes encoded rows as entities. Values that the entity has in the same form are copied. The others are parsed and
 * written by an {@link EntityWriter}, and so is every row whose members are not the columns in their order.
 */
export class EntityEncoder {
  readonly #writer: EntityWriter;
  /** Text before the value of each member of a row. */
  readonly #members: readonly DataView[];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #key: readonly number[];
  /** Index of the last column that is not the text of a key. */
  readonly #lastColumn: number;
  readonly #title: number;
  readonly #fields: readonly EncodedField[];
  /** The row that is written. A closure for each row would cost a garbage collection every few pages. */
  #rows: EncodedLines | undefined;
  #index = 0;
  #parsed: Row | undefined;

  /**
   * @param writer - Writes rows that were parsed
   * @param type - Columns and key of the source
   * @param columns - Ids of the columns, in the order of the members of a row
   */
  constructor(writer: EntityWriter, type: EntityColumns, columns: readonly string[]) {
    this.#writer = writer;
    this.#members = columns.map((id, index) => {
      const text = new TextEncoder().encode(`${index === 0 ? "{" : ","}${JSON.stringify(id)}:`);
      return new DataView(text.buffer, 0, text.length);
    });
    this.#lastColumn = columns.findLastIndex((id) => !writer.isKeyText(id));
    this.#starts = new Int32Array(columns.length);
    this.#ends = new Int32Array(columns.length);
    // Of two members with one name, the parser of JSON takes the last.
    this.#key = type.key.map((id) => columns.lastIndexOf(id));
    this.#title = columns.lastIndexOf(titleColumnOf(type.columns) ?? "");
    this.#fields = otherFields(type).map(([column, field]) => ({
      before: new FixedText(`,${JSON.stringify(field)}:`),
      column,
      index: columns.lastIndexOf(column),
      copy: cellCopierOf(type.columns[column]),
    }));
  }

  /**
   * Writes a row as an entity.
   *
   * @param rows - The rows
   * @param index - Index of the row
   * @param target - Receives the JSON of the entity
   * @throws ConnectorError as {@link EntityWriter} does
   */
  write(rows: EncodedLines, index: number, target: ByteWriter): void {
    target.read(rows.bytes);
    const isUsual = this.#findMembers(target, rows.startOf(index), rows.endOf(index));
    this.#rows = rows;
    this.#index = index;
    this.#parsed = undefined;
    if (this.#writer.isExact) return this.#writeRow(target, isUsual);
    if (!isUsual) return target.appendText(this.#writer.writeText(this.#row()));
    target.append(idStart);
    const start = target.length;
    this.#writeId(target);
    const end = target.length;
    target.append(nameStart);
    if (this.#hasNoTitle(target)) {
      target.reserve(end - start);
      target.bytes.copyWithin(target.length, start, end);
      target.length += end - start;
    } else if (!this.#copyText(target, this.#title)) {
      target.appendText(JSON.stringify(this.#writer.nameOf(this.#row())));
    }
    for (const field of this.#fields) this.#writeField(target, field);
    target.append(entityEnd);
  }

  #writeId(target: ByteWriter): void {
    const start = target.length;
    if (this.#copyKey(target)) return;
    target.length = start;
    target.appendText(JSON.stringify(this.#writer.idOf(this.#row())));
  }

  /** Writes the row with the bytes that reports have: all, except the texts of the key after its last column. */
  #writeRow(target: ByteWriter, isUsual: boolean): void {
    const [rows, index] = [this.#rows, this.#index];
    if (rows === undefined) return;
    target.append(idStart);
    if (isUsual) this.#writeId(target);
    else target.appendText(JSON.stringify(this.#writer.idOf(this.#row())));
    target.append(rowStart);
    const end = isUsual ? this.#ends[this.#lastColumn] : undefined;
    target.copy(rows.startOf(index), end ?? rows.endOf(index));
    if (end !== undefined) target.append(entityEnd);
    target.append(entityEnd);
  }

  /** Parses the row that is written, once. */
  #row(): Row {
    return (this.#parsed ??= this.#rows?.row(this.#index) ?? {});
  }

  /** Copies the key; returns `false` when it has to be parsed. */
  #copyKey(target: ByteWriter): boolean {
    // Indexes instead of iterators, because an iterator for each row is garbage.
    const only = this.#key[0] ?? -1;
    if (this.#key.length === 1)
      return only >= 0 && copyId(target, this.#starts[only] ?? 0, this.#ends[only] ?? 0);
    for (let position = 0; position < this.#key.length; position += 1) {
      target.append(position === 0 ? listStart : listSeparator);
      if (!this.#copyPart(target, this.#key[position] ?? -1)) return false;
    }
    target.append(listEnd);
    return this.#key.length > 0;
  }

  /** Copies a part of a key without its quotes, unless it has characters that a text in a text writes otherwise. */
  #copyPart(target: ByteWriter, index: number): boolean {
    const before = target.length;
    if (index < 0 || !this.#copyText(target, index)) return false;
    const { bytes } = target;
    const end = target.length - 1;
    for (let at = before + 1; at < end; at += 1) if (bytes[at] === backslash) return false;
    bytes.copyWithin(before, before + 1, end);
    target.length = end - 1;
    return true;
  }

  #writeField(target: ByteWriter, { before, column, index, copy }: EncodedField): void {
    const start = target.length;
    target.append(before);
    if (index >= 0 && copy(target, this.#starts[index] ?? 0, this.#ends[index] ?? 0)) return;
    const written = writeJson(this.#writer.cellOf(this.#row(), column));
    if (written === undefined) target.length = start;
    else target.appendText(written);
  }

  /** Copies a value as text; returns `false` for one that has to be parsed. */
  #copyText(target: ByteWriter, index: number): boolean {
    return index >= 0 && copyCellText(target, this.#starts[index] ?? 0, this.#ends[index] ?? 0);
  }

  #hasNoTitle(target: ByteWriter): boolean {
    const index = this.#title;
    return (
      index < 0 || target.source[this.#starts[index] ?? 0] === nullStart || this.#isEmptyText(target, index)
    );
  }

  #isEmptyText({ source }: ByteWriter, index: number): boolean {
    const start = this.#starts[index] ?? 0;
    return source[start] === quote && source[start + 1] === quote;
  }

  /** Finds the values of a row; returns `false` when its members are not the columns in their order. */
  #findMembers(target: ByteWriter, start: number, end: number): boolean {
    const { source, sourceView } = target;
    let at = start;
    const [members, starts, ends] = [this.#members, this.#starts, this.#ends];
    // Loops over indexes, because an iterator would cost more than what it iterates over.
    for (let index = 0; index < members.length; index += 1) {
      const before = members[index] ?? nothing;
      if (at + before.byteLength > end || !isAt(sourceView, at, before)) return false;
      at += before.byteLength;
      starts[index] = at;
      at = endOfValue(target, at, end);
      ends[index] = at;
    }
    return source[at] === objectClosing && at + 1 === end && members.length > 0;
  }
}

const nothing = new DataView(new ArrayBuffer(4));
const wordLength = 4;

/** Reports whether bytes contain others at an index. The others must be at least four bytes. */
function isAt(bytes: DataView, start: number, others: DataView): boolean {
  const last = others.byteLength - wordLength;
  // The last word repeats bytes of the one before it, unless the length is a multiple of four.
  for (let at = 0; at < last; at += wordLength)
    if (bytes.getInt32(start + at, true) !== others.getInt32(at, true)) return false;
  return bytes.getInt32(start + last, true) === others.getInt32(last, true);
}

/** Returns the end of a JSON value in an object without spaces between its members. */
function endOfValue(target: ByteWriter, start: number, end: number): number {
  const { source } = target;
  const first = source[start];
  if (first === quote) return endOfText(target, start + 1) + 1;
  let at = start;
  if (first !== objectOpening && first !== listOpening) {
    while (at < end && source[at] !== comma && source[at] !== objectClosing) at += 1;
    return at;
  }
  let level = 0;
  while (at < end) {
    const byte = source[at] ?? 0;
    if (byte === quote) at = endOfText(target, at + 1);
    else if (byte === objectOpening || byte === listOpening) level += 1;
    else if (byte === objectClosing || byte === listClosing) {
      level -= 1;
      if (level === 0) return at + 1;
    }
    at += 1;
  }
  return at;
}

/** Returns the index of the quote that ends a text. */
function endOfText(target: ByteWriter, start: number): number {
  let at = endOfPlainJson(target, start);
  while (target.source[at] === backslash) at = endOfPlainJson(target, at + 2);
  return at;
}
