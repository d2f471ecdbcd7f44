import { type EntityColumn, type EntityField, ExactNumber, writeExactJson } from "@wellhead/client";
import {
  coversNumber,
  type DecimalDigits,
  declaredDecimal,
  declaredNumbers,
  type NumberFacts,
  noNumbers,
  plainNumber,
  widestNumbers,
} from "./number-facts.js";
import { type PlainDate, plainDate, storableDate } from "./plain-date.js";

/** The kind of the values of a column, as declared. Values of another kind change it to text. */
export type ColumnKind = "key" | "text" | "number" | "boolean" | "date" | "list" | "json";

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
  /** Whether there is a date and time without a zone. Default: `false`. */
  readonly hasLocals?: boolean;
  /** Position in the key of the rows. Default: 0 for the kind `key`, else not part of it. */
  readonly keyPosition?: number;
  /**
   * Whether its values are those of the source, unchanged. Otherwise, they are written as the synchronizer generation
   * demands: `yes` is a boolean, and midnight may be a day.
   */
  readonly isExact?: boolean;
  /** Whether its numbers are binary floating-point numbers. Default: `false`. */
  readonly isDouble?: boolean;
  /** Maximum digits of its numbers according to the source. Default: only those of the values are known. */
  readonly decimal?: DecimalDigits;
}

/**
 * Returns the digits of a decimal type that the source says a column has, if its values agree.
 *
 * @param column - The column
 */
export function decimalOf({ decimal, numbers }: Column): DecimalDigits | undefined {
  if (decimal === undefined) return undefined;
  const isWithin = numbers.digits <= decimal.digits - decimal.scale && numbers.scale <= decimal.scale;
  return isWithin ? decimal : undefined;
}

/**
 * Returns the columns of the key, in the order of the key.
 *
 * @param columns - All columns of a table
 * @returns At least one, unless there are no columns
 */
export function keyColumnsOf(columns: readonly Column[]): readonly Column[] {
  const positionOf = ({ keyPosition, kind }: Column) => keyPosition ?? (kind === "key" ? 0 : -1);
  return columns
    .filter((column) => positionOf(column) >= 0)
    .toSorted((a, b) => positionOf(a) - positionOf(b));
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
  return field.column === undefined ? entityColumnOf(field, name) : exactColumnOf(field, field.column, name);
}

/** Creates the column of a field that is a column of the source. */
function exactColumnOf({ id }: EntityField, { type, key, storedAs }: EntityColumn, name: string): Column {
  const decimal = declaredDecimal(storedAs);
  return {
    field: id,
    name,
    kind: exactKindOf(type, storedAs),
    isCommaList: false,
    isText: false,
    numbers: declaredNumbers(decimal),
    hasDays: storedAs === "day",
    hasInstants: storedAs === "instant",
    hasLocals: storedAs === "local",
    isExact: true,
    ...(key !== undefined && { keyPosition: key }),
    ...(storedAs === "double" && { isDouble: true }),
    ...(decimal !== undefined && { decimal }),
  };
}

function exactKindOf(type: string, storedAs: string): ColumnKind {
  if (storedAs === "json" || type === "array[number]" || type === "array[date]") return "json";
  if (type === "array[text]") return "list";
  if (storedAs === "text") return "text";
  if (type === "bool") return "boolean";
  // An id may be a number or a text. A text makes the column text.
  if (type === "number" || type === "id") return "number";
  return type === "date" ? "date" : "text";
}

function entityColumnOf(field: EntityField, name: string): Column {
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
    const { kind, isExact } = this.#column;
    if (kind === "text" || kind === "key") return cellText(value);
    if (kind === "json") return writeExactJson(value);
    if (typeof value === "number" && kind === "number") {
      const text = String(value);
      if (coversNumber(this.#column.numbers, text)) return text;
    }
    const cell = isExact === true ? this.#writeExact(kind, value) : this.#writeKind(kind, value);
    if (cell !== undefined) return cell;
    if (!this.#column.isText) this.#column = { ...this.#column, isText: true };
    return cellText(value);
  }

  /** Writes a value of the source; `undefined` when it is not of the kind. */
  #writeExact(kind: ColumnKind, value: unknown): Cell | undefined {
    if (kind === "boolean") return typeof value === "boolean" ? String(value) : undefined;
    if (kind === "list")
      return Array.isArray(value) && value.every(isListItem) ? writeList(value, false) : undefined;
    if (kind === "number")
      return typeof value === "number" || value instanceof ExactNumber
        ? this.#writeNumber(cellText(value))
        : undefined;
    const date = typeof value === "string" ? storableDate(value) : undefined;
    if (date === undefined) return undefined;
    this.#addDate(date);
    // The text of the source, in case another value makes the column text.
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
    this.#addDate(date);
    return date.text;
  }

  #addDate({ isDay, isLocal = false }: PlainDate): void {
    const { hasDays, hasInstants, hasLocals = false } = this.#column;
    if (isDay && !hasDays) this.#column = { ...this.#column, hasDays: true };
    else if (isLocal && !hasLocals) this.#column = { ...this.#column, hasLocals: true };
    else if (!isDay && !isLocal && !hasInstants) this.#column = { ...this.#column, hasInstants: true };
  }
}

function isListItem(item: unknown): boolean {
  return typeof item === "string" || item === null;
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
