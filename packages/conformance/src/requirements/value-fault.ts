import { isScalar } from "../target/read-declared.js";

const isoDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Describes what is wrong with a value of a column. The contract has no type for nested data, so a column of type
 * `text` may hold it as JSON.
 *
 * @param type - Declared type of the column; any other text than the known types allows everything
 * @param value - A value of a row
 * @returns The fault, or nothing
 */
export function valueFault(type: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (type === "text" && typeof value === "object") return undefined;
  if (Array.isArray(value)) return arrayFault(type, value);
  const right = isRight(type, value);
  return right ? undefined : `${JSON.stringify(value)?.slice(0, 60)} is no ${type}`;
}

function arrayFault(type: string, values: readonly unknown[]): string | undefined {
  const inner = /^array\[(\w+)\]$/.exec(type)?.[1];
  if (inner === undefined) return isKnown(type) ? `an array is no ${type}` : undefined;
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
