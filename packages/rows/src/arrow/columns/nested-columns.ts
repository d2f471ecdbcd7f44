import type { Buffer } from "node:buffer";
import { parseText, visitItems, visitMembers } from "../exact/scan-json.js";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { ArrowColumn, type ArrowParts } from "./arrow-column.js";
import { GrowingBytes } from "./growing-bytes.js";

const openBracket = 0x5b;
const openBrace = 0x7b;

/** Values that consist of any number of others: lists and maps. */
abstract class OffsetColumn extends ArrowColumn {
  readonly #offsets = new GrowingBytes();
  /** The values of all lists. */
  protected readonly items: ArrowColumn;

  /** @param items - Column of the items */
  constructor(items: ArrowColumn) {
    super();
    this.items = items;
    this.#offsets.putInt32(0);
  }

  get size(): number {
    return this.#offsets.length + this.items.size;
  }

  override findInvalid(): number | undefined {
    const item = this.items.findInvalid();
    if (item === undefined) return undefined;
    let index = 0;
    while (this.#offsets.view.getInt32((index + 1) * 4, true) <= item) index += 1;
    return index;
  }

  protected appendEmpty(): void {
    this.#offsets.putInt32(this.items.length);
  }

  protected collectValues(parts: ArrowParts): void {
    parts.buffers.push(this.#offsets.written());
    this.items.collect(parts);
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }
}

/** Lists. */
export class ListColumn extends OffsetColumn {
  protected appendValue(value: unknown): void {
    if (!Array.isArray(value)) throw new ValueMismatch("a list", value);
    // Reads by index as JSON does: an iterator would skip the holes of an array.
    for (let index = 0; index < value.length; index += 1) this.items.append(value[index]);
    this.appendEmpty();
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (source[start] !== openBracket) throw new ValueMismatch("a list", source.toString("utf8", start, end));
    visitItems(source, start, (from, to) => this.items.appendJson(source, from, to));
    this.appendEmpty();
  }

  override startList(): ArrowColumn {
    return this.items;
  }

  protected override putEnd(): void {
    this.appendEmpty();
  }
}

/** Objects with any names. The items of the column are pairs. */
export class MapColumn extends OffsetColumn {
  protected appendValue(value: unknown): void {
    if (!isObject(value)) throw new ValueMismatch("an object", value);
    for (const [key, member] of Object.entries(value)) this.items.append({ key, value: member });
    this.appendEmpty();
  }
}

/** Objects of the same members. */
export class StructColumn extends ArrowColumn {
  readonly #members: readonly ArrowColumn[];
  readonly #names: readonly string[];

  /**
   * @param names - Names of the members
   * @param members - Their columns
   */
  constructor(names: readonly string[], members: readonly ArrowColumn[]) {
    super();
    this.#names = names;
    this.#members = members;
  }

  get size(): number {
    return this.#members.reduce((sum, member) => sum + member.size, 0);
  }

  protected appendValue(value: unknown): void {
    if (!isObject(value)) throw new ValueMismatch("an object", value);
    const unknown = Object.keys(value).find((name) => !this.#names.includes(name));
    if (unknown !== undefined) throw new ValueMismatch(`an object without "${unknown}"`, value);
    for (const [index, member] of this.#members.entries()) {
      const name = this.#names[index] ?? "";
      member.append(Object.hasOwn(value, name) ? value[name] : null);
    }
  }

  protected override appendJsonValue(source: Buffer, start: number): void {
    if (source[start] !== openBrace) throw new ValueMismatch("an object", undefined);
    const before = this.length;
    visitMembers(source, start, ({ nameStart, nameEnd, start: from, end: to }) => {
      const name = parseText(source, nameStart, nameEnd);
      const member = this.#members[this.#names.indexOf(name)];
      if (member === undefined || member.length > before)
        throw new ValueMismatch(`an object whose only "${name}" is declared`, undefined);
      member.appendJson(source, from, to);
    });
    for (const member of this.#members) if (member.length === before) member.appendNull();
  }

  protected appendEmpty(): void {
    for (const member of this.#members) member.appendNull();
  }

  protected collectValues(parts: ArrowParts): void {
    for (const member of this.#members) member.collect(parts);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object(value) === value && !Array.isArray(value);
}
