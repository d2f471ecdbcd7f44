import type { ArrowType } from "@wellhead/contract/vocabulary";
import { fitsArrow } from "./columns/fits-arrow.js";

const text: ArrowType = { kind: "text" };
const json: ArrowType = { kind: "json" };
const day: ArrowType = { kind: "date" };
const double: ArrowType = { kind: "float", bits: 64 };
const integer: ArrowType = { kind: "int", bits: 64, signed: true };
const unsigned: ArrowType = { kind: "int", bits: 64, signed: false };
const locals: readonly ArrowType[] = [
  { kind: "timestamp", unit: "us" },
  { kind: "timestamp", unit: "ns" },
];
const instants: readonly ArrowType[] = [
  { kind: "timestamp", unit: "us", zone: "UTC" },
  { kind: "timestamp", unit: "ns", zone: "UTC" },
];
/** Maximum number of digits of a decimal. */
const maxDigits = 76;

/** A column as its source declares it. */
export interface DeclaredColumn {
  /** Its type in the schema of the source. */
  readonly column: string;
  /** How the source stores its values. Default: unknown. */
  readonly storedAs?: string;
}

/**
 * @param declared - A column as the source declares it; `undefined` when it does not
 * @returns Whether its Arrow type does not depend on the values
 */
export function isArrowTypeDeclared(declared: DeclaredColumn | undefined): boolean {
  if (declared === undefined) return false;
  const { column, storedAs } = declared;
  if (storedAs !== undefined && !column.startsWith("array[")) return storedTypes(storedAs).length === 1;
  return column === "bool" || column === "id";
}

/**
 * Chooses the Arrow type of a column. Among the types that its declaration allows, it is the first that can hold the
 * values of the first rows. A later value that it cannot hold is an error.
 *
 * @param declared - The column as the source declares it; `undefined` when it does not
 * @param values - Its values in the first rows
 * @returns The type
 * @see docs/arrow.md, "Types"
 */
export function chooseArrowType(declared: DeclaredColumn | undefined, values: readonly unknown[]): ArrowType {
  const given = values.filter((value) => value !== null && value !== undefined);
  const candidates = declared === undefined ? typesOfValues(given) : declaredTypes(declared, given);
  const fitting = candidates.find((candidate) => fitsArrow(candidate, given));
  // If none fits, writing the rows with the declared type names the row that does not. Values without a type are JSON.
  return fitting ?? candidates[0] ?? json;
}

function declaredTypes(
  { column, storedAs }: DeclaredColumn,
  values: readonly NonNullable<unknown>[],
): readonly ArrowType[] {
  const isArray = column.startsWith("array[");
  if (storedAs !== undefined && !isArray) return storedTypes(storedAs);
  switch (column) {
    case "bool":
      return [{ kind: "bool" }];
    case "number":
      return numberTypes(values);
    case "date":
      return [...dateTypes(values), text];
    case "array[text]":
      return [{ kind: "list", item: text }, json];
    case "array[number]":
      return [...listsOf(numberTypes(values.flat()).slice(0, 2)), json];
    case "array[date]":
      return [...listsOf(dateTypes(values.flat())), json];
    case "text":
      return [isNested(values) ? json : text];
    default:
      return [text];
  }
}

function storedTypes(storedAs: string): readonly ArrowType[] {
  switch (storedAs) {
    case "integer":
      return [integer, unsigned];
    case "double":
      return [double];
    case "day":
      return [day];
    case "local":
      return locals;
    case "instant":
      return instants;
    case "json":
      return [json];
    default:
      return [decimalType(storedAs)];
  }
}

/** Decimals of more digits than Arrow has, or of any number of them, stay text. */
function decimalType(storedAs: string): ArrowType {
  const found = /^decimal\((\d+),(\d+)\)$/.exec(storedAs);
  const [precision, scale] = [Number(found?.[1]), Number(found?.[2])];
  const isKnown = precision >= 1 && precision <= maxDigits && scale <= precision;
  return isKnown ? { kind: "decimal", precision, scale } : text;
}

/** Doubles, if they show all digits of all values. Then 64-bit integers, then the digits as text. */
function numberTypes(values: readonly unknown[]): readonly ArrowType[] {
  const areBig = values.length > 0 && values.every((value) => typeof value === "bigint");
  return areBig ? [integer, text] : [double, integer, text];
}

/** The types of dates; none when there are no values to choose by. */
function dateTypes(values: readonly unknown[]): readonly ArrowType[] {
  return values.length === 0 ? [] : [day, ...instants, ...locals];
}

function listsOf(items: readonly ArrowType[]): readonly ArrowType[] {
  return items.map((item) => ({ kind: "list", item }));
}

/** Whether all values are lists or objects. Dates are neither. */
function isNested(values: readonly NonNullable<unknown>[]): boolean {
  return values.length > 0 && values.every((value) => typeof value === "object" && !("toJSON" in value));
}

/** The types of values; none when they have nothing in common, or have not been seen yet. */
function typesOfValues(values: readonly unknown[]): readonly ArrowType[] {
  const kinds = new Set(values.map((value) => (value instanceof Date ? "date" : typeof value)));
  if (kinds.size === 2 && kinds.has("number") && kinds.has("bigint")) return numberTypes(values);
  if (kinds.size !== 1) return [];
  const [kind] = kinds;
  if (kind === "boolean") return [{ kind: "bool" }];
  if (kind === "number" || kind === "bigint") return numberTypes(values);
  if (kind === "string") return [text];
  return kind === "date" ? instants : [];
}
