import { isScalar } from "../target/read-declared.js";

const isoDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Describes what is wrong with a value of a column. The contract has no type for nested data, so a column of type
 * `text` may contain it as JSON.
 *
 * @param type - Declared type of the column; an unknown type allows every value
 * @param value - A value of a row
 * @returns The fault, or `undefined`
 */
export function valueFault(type: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (type === "text" && typeof value === "object") return undefined;
  if (Array.isArray(value)) return arrayFault(type, value);
  const right = isRight(type, value);
  return right ? undefined : `expected a value of type ${type}, got ${JSON.stringify(value)?.slice(0, 60)}`;
}

function arrayFault(type: string, values: readonly unknown[]): string | undefined {
  const inner = /^array\[(\w+)\]$/.exec(type)?.[1];
  if (inner === undefined)
    return isKnown(type) ? `expected a value of type ${type}, got an array` : undefined;
  return values.map((value) => valueFault(inner, value)).find((fault) => fault !== undefined);
}

function isKnown(type: string): boolean {
  return ["id", "text", "number", "bool", "date"].includes(type);
}

function isRight(type: string, value: unknown): boolean {
  switch (type) {
    case "id":
      return typeof value === "string" || typeof value === "number";
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "bool":
      return typeof value === "boolean";
    case "date":
      return typeof value === "string" && isoDate.test(value) && !Number.isNaN(Date.parse(value));
    case "array[text]":
    case "array[number]":
    case "array[date]":
      return false;
    default:
      return isScalar(value) || typeof value === "object";
  }
}

/**
 * Describes why a value cannot be read as the type of its column. More is accepted than the contract allows: digits for
 * a number, epochs for a date, words for a boolean.
 *
 * @param type - Declared type of the column
 * @param value - A value of a row
 * @param isText - Whether the format of the rows represents every value as text
 * @returns The fault, or `undefined`
 */
export function cellFault(type: string, value: unknown, isText: boolean): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const inner = /^array\[(\w+)\]$/.exec(type)?.[1];
  if (inner !== undefined) {
    if (Array.isArray(value))
      return value.map((one) => cellFault(inner, one, isText)).find((fault) => fault !== undefined);
    return isText ? undefined : `${shorten(value)} is not an array`;
  }
  return readsAs(type, value, isText) ? undefined : `${shorten(value)} cannot be read as ${type}`;
}

function readsAs(type: string, value: unknown, isText: boolean): boolean {
  const text = isScalar(value) ? String(value).trim() : undefined;
  switch (type) {
    case "number":
      return text !== undefined && Number.isFinite(Number(text));
    case "bool":
      return text !== undefined && /^(?:true|false|0|1)$/i.test(text);
    case "date":
      if (typeof value === "number") return true;
      if (isText && text !== undefined && !Number.isNaN(Date.parse(text))) return true;
      return text !== undefined && /^\d{4}(?:-\d\d?(?:-\d\d?(?:[T ].*)?)?)?$/.test(text);
    default:
      return true;
  }
}

function shorten(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
