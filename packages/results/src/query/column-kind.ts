import { isNested, isNumber } from "../types/cell-text.js";
import type { ColumnKind } from "./row-query.js";

/**
 * Returns the kind of the values of a type.
 *
 * @param type - The engine's name of the type
 * @returns The kind; `text` for every type that is none of the others
 */
export function columnKind(type: string): ColumnKind {
  if (isNumber(type)) return "number";
  if (type === "BOOLEAN") return "boolean";
  if (type === "DATE") return "date";
  if (type === "TIMESTAMP WITH TIME ZONE") return "instant";
  if (type === "TIMESTAMP" || /^TIMESTAMP_(?:S|MS|NS)$/.test(type)) return "time";
  return type === "JSON" || isNested(type) ? "nested" : "text";
}

/**
 * Reports whether values of a kind are on a time axis.
 *
 * @param kind - The kind
 * @returns Whether they are
 */
export function isTime(kind: ColumnKind): boolean {
  return kind === "date" || kind === "time" || kind === "instant";
}

/** The storage of a number type. */
export interface NumberStorage {
  /** Whether every value is an exact decimal. */
  readonly isExact: boolean;
  /** Digits after the point of an exact type. */
  readonly scale: number;
  /** Maximum number of digits of an exact type. */
  readonly width: number;
}

/**
 * Returns how a number type stores its values.
 *
 * @param type - The engine's name of the type
 * @returns Exactness, and digits of an exact type
 */
export function numberStorage(type: string): NumberStorage {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal !== null) return { isExact: true, width: Number(decimal[1]), scale: Number(decimal[2]) };
  if (type === "DOUBLE" || type === "FLOAT") return { isExact: false, width: 0, scale: 0 };
  return { isExact: true, scale: 0, width: type.includes("HUGEINT") || type === "BIGNUM" ? 39 : 20 };
}
