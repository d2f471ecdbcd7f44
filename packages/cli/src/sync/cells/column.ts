import { type EntityField, ExactNumber, writeExactJson } from "@wellhead/client";
import { coversNumber, type NumberFacts, noNumbers, plainNumber, widestNumbers } from "./number-facts.js";
import { plainDate } from "./plain-date.js";

/** The kind of the values of a column, as declared. Values of another kind change it to text. */
export type ColumnKind = "key" | "text" | "number" | "boolean" | "date" | "list";

/** A column of a target. It is JSON. Its type only becomes wider with further values, never narrower. */
export interface Column {
  /** Id of the field. */
  readonly field: string;
  /** Name in the target. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether text in a list is separated by commas. */
  readonly isCommaList: boolean;
  /** Whether a value was not of the kind, so that all are kept as text. */
  readonly isText: boolean;
  readonly numbers: NumberFacts;
  /** Whether there is a day without a time. */
  readonly hasDays: boolean;
  /** Whether there is an instant. */
  readonly hasInstants: boolean;
}

/** A cell as a target receives it: in the one form of its kind, which the target converts to its own type. */
export type Cell = string | null;

/**
 * Creates the column of a field.
 *
 * @param field - The field
 * @param name - Name in the target
 * @returns A column without values
 */
export function columnOf(field: EntityField, name: string): Column {
  const kind = kindOf(field);
  return {
    field: field.id,
    name,
    kind,
    isCommaList: field.subType === "multi-select",
    isText: false,
    numbers: noNumbers,
    hasDays: kind === "date" && field.subType === "day",
    hasInstants: false,
  };
}

/** Decides the kind of a field. A relation holds the key of another entity, which is text. */
function kindOf({ id, type, subType, relation }: EntityField): ColumnKind {
  if (id === "id") return "key";
  if (type === "array[text]") return "list";
  if (relation !== undefined && relation.targetFieldId === "id") return "text";
  if (subType === "boolean") return "boolean";
  // A range is the JSON text of two dates.
  if (type === "date" && !subType.endsWith("-range")) return "date";
  return type === "number" ? "number" : "text";
}

const isTrue: ReadonlySet<string> = new Set(["true", "yes", "on", "1", "checked"]);
const isFalse: ReadonlySet<string> = new Set(["false", "no", "off", "0", ""]);

/** Writes the cells of a column, and records the type that its values need. */
export class CellWriter {
  #column: Column;

  /** @param column - The column so far */
  constructor(column: Column) {
    this.#column = column;
  }

  /** The column, including everything recorded so far. */
  get column(): Column {
    return this.#column;
  }

  /**
   * Writes a value.
   *
   * @param value - The member of a row; `undefined` when it is missing
   * @returns The cell
   */
  write(value: unknown): Cell {
    if (value === null || value === undefined) return null;
    const { kind } = this.#column;
    if (kind === "text" || kind === "key") return cellText(value);
    if (typeof value === "number" && kind === "number") {
      const text = String(value);
      if (coversNumber(this.#column.numbers, text)) return text;
    }
    const cell = this.#writeKind(kind, value);
    if (cell !== undefined) return cell;
    if (!this.#column.isText) this.#column = { ...this.#column, isText: true };
    return cellText(value);
  }

  /** Writes a value of the kind; `undefined` when it is not one. */
  #writeKind(kind: ColumnKind, value: unknown): Cell | undefined {
    const text = cellText(value).trim();
    if (kind === "list") return writeList(value, this.#column.isCommaList);
    if (kind === "boolean") return writeBoolean(text.toLowerCase());
    // Forms send an empty text if there is no value.
    if (text === "") return null;
    return kind === "number" ? this.#writeNumber(text) : this.#writeDate(text);
  }

  #writeNumber(text: string): Cell | undefined {
    const number = plainNumber(text);
    if (number === undefined) return undefined;
    const numbers = widestNumbers(this.#column.numbers, number.facts);
    const before = this.#column.numbers;
    const isSame =
      before.digits === numbers.digits &&
      before.scale === numbers.scale &&
      before.significant === numbers.significant;
    if (!isSame || before.areLong !== numbers.areLong || before.areDouble !== numbers.areDouble)
      this.#column = { ...this.#column, numbers };
    return number.text;
  }

  #writeDate(text: string): Cell | undefined {
    const date = plainDate(text);
    if (date === undefined) return undefined;
    const { hasDays, hasInstants } = this.#column;
    // Many connectors write a day as midnight in UTC.
    if (hasDays && !hasInstants && date.text.endsWith("T00:00:00.000Z")) return date.text.slice(0, 10);
    if (date.isDay && !hasDays) this.#column = { ...this.#column, hasDays: true };
    if (!date.isDay && !hasInstants) this.#column = { ...this.#column, hasInstants: true };
    return date.text;
  }
}

function writeBoolean(text: string): Cell | undefined {
  if (isTrue.has(text)) return "true";
  return isFalse.has(text) ? "false" : undefined;
}

function writeList(value: unknown, isCommaList: boolean): Cell {
  if (Array.isArray(value)) {
    return JSON.stringify(value.map((item: unknown) => (item === null ? null : cellText(item))));
  }
  const text = cellText(value);
  if (!isCommaList) return JSON.stringify(text === "" ? [] : [text]);
  return JSON.stringify(text.split(",").flatMap((item) => item.trim() || []));
}

/**
 * Writes any value as text.
 *
 * @param value - Any JSON value
 * @returns The text. NUL and half of a surrogate pair, which databases do not store, become the text of their escape
 */
export function cellText(value: unknown): string {
  if (typeof value !== "string") {
    if (value instanceof ExactNumber) return value.text;
    // The general way writes the same, but takes ten times as long.
    const isPlain = typeof value === "boolean" || (typeof value === "number" && !Object.is(value, -0));
    return isPlain ? String(value) : writeExactJson(value);
  }
  return unstorable.test(value) ? value.replaceAll(everyUnstorable, escapeOf) : value;
}

const unstorable = /[\0\p{Surrogate}]/u;
const everyUnstorable = /[\0\p{Surrogate}]/gu;

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
