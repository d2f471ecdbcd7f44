import type { JsonColumn } from "./convert-task.js";
import type { CopiedCell } from "./csv-copy.js";
import { FileFault } from "./file-fault.js";
import { endOfText, type JsonText, kinds } from "./json-values.js";

/**
 * Maximum number of different members that become columns. If there are more, the objects become values of one column.
 */
const maxColumns = 2000;

/** A column of a JSON file and the kinds of its values. */
export interface FoundColumn {
  readonly name: string;
  /** Kinds of its values. */
  readonly held: number;
  /** Kinds of the elements of its lists. */
  readonly elements: number;
}

interface Column {
  readonly name: string;
  readonly key: Buffer;
  held: number;
  elements: number;
  /** Last row that had this member. */
  row: number;
}

/** Name of the column that holds rows which are not objects. */
const wholeRow = "json";

/** The columns that the rows of a JSON file have. */
export class JsonColumns {
  readonly #columns: Column[] = [];
  readonly #byKey = new Map<string, number>();
  #row = 0;
  #hasOtherRows = false;
  #hasRows = false;
  #wholeRows = 0;

  /**
   * Whether the rows become values of one column, because some are not objects, or there are no members or too many.
   */
  get hasOtherRows(): boolean {
    return (
      this.#hasOtherRows || (this.#hasRows && this.#columns.length === 0) || this.#columns.length > maxColumns
    );
  }

  /** Names of the members of the only row that are lists of objects; empty when there are several rows. */
  get lists(): readonly string[] {
    if (this.#row !== 1) return [];
    const lists = this.#columns.filter(
      ({ held, elements }) => held === kinds.list && (elements & kinds.object) !== 0,
    );
    return lists.map(({ name }) => name);
  }

  /** Reads a row and records the kinds of its members. */
  read(text: JsonText): void {
    this.#row++;
    if (text.peek() !== 0x7b) {
      this.#wholeRows |= text.value();
      this.#hasOtherRows = true;
    } else {
      this.#members(text, (column) => {
        const kind = text.value();
        column.held |= kind;
        if ((kind & kinds.list) !== 0) column.elements |= text.elements;
      });
    }
    this.#hasRows = true;
  }

  /** @returns The columns in the order in which they first appear */
  found(): readonly FoundColumn[] {
    if (!this.#hasRows) return [];
    if (!this.hasOtherRows) return this.#columns;
    return [{ name: wholeRow, held: this.#wholeRows | kinds.object, elements: 0 }];
  }

  /**
   * Creates a reader for rows whose columns are known.
   *
   * @param list - The columns with their types
   * @param take - Receives the cells of each row
   * @returns A function that reads a row
   */
  reader(
    list: readonly JsonColumn[],
    take: (cells: readonly CopiedCell[]) => void,
  ): (text: JsonText) => void {
    const isText = list.map(
      ({ type }) => type === "VARCHAR" || type === "DATE" || type.startsWith("TIMESTAMP"),
    );
    if (this.hasOtherRows) return (text) => take([valueText(text, false)]);
    return (text) => {
      this.#row++;
      const cells: CopiedCell[] = Array.from({ length: list.length });
      this.#members(text, (_column, index) => {
        cells[index] = valueText(text, isText[index] ?? false);
      });
      take(cells);
    };
  }

  /** Reads the members of an object; `value` must read the value of each. */
  #members(text: JsonText, value: (column: Column, index: number) => void): void {
    text.expect(0x7b);
    if (text.peek() === 0x7d) {
      text.position++;
      return;
    }
    for (let expected = 0; ; expected++) {
      if (text.peek() !== 0x22) text.expect(0x22);
      const index = this.#key(text, expected);
      const column = this.#columns[index];
      text.expect(0x3a);
      if (column !== undefined) {
        if (column.row === this.#row) throw new FileFault(`an object has the member "${column.name}" twice`);
        inMember(column.name, () => value(column, index));
        column.row = this.#row;
      }
      expected = index;
      if (text.peek() === 0x7d) {
        text.position++;
        return;
      }
      text.expect(0x2c);
    }
  }

  /** Reads a key and returns the index of its column. Members usually come in the same order as in the previous row. */
  #key(text: JsonText, expected: number): number {
    const start = text.position + 1;
    const isEscaped = text.skipString();
    const end = text.position - 1;
    const likely = this.#columns[expected]?.key;
    if (likely?.length === end - start && likely.compare(text.bytes, start, end) === 0) return expected;
    const key = text.bytes.toString("latin1", start, end);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const raw = text.bytes.toString("utf8", start, end);
    // A key in quotes is a JSON string.
    const name = isEscaped ? (JSON.parse(`"${raw}"`) as string) : raw;
    const same = this.#columns.findIndex((column) => column.name === name);
    const index = same < 0 ? this.#columns.length : same;
    if (same < 0) this.#columns.push({ name, key: Buffer.from(key, "latin1"), held: 0, elements: 0, row: 0 });
    this.#byKey.set(key, index);
    return index;
  }
}

/** Adds the name of the member to a fault in its value. */
function inMember(name: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error === endOfText || !(error instanceof FileFault)) throw error;
    throw new FileFault(`${error.message}, in "${name}"`);
  }
}

/** Returns a value as text: the content of a string in columns of text, otherwise the JSON unchanged. */
function valueText(text: JsonText, isText: boolean): CopiedCell {
  text.peek();
  const start = text.position;
  const kind = text.value();
  if (kind === kinds.null) return undefined;
  const raw = text.bytes.toString("utf8", start, text.position);
  // The scanner has found a JSON string here.
  return isText ? (JSON.parse(raw) as string) : raw;
}
