import type { ArrowType } from "@wellhead/contract/vocabulary";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { makeColumn } from "./make-column.js";

/**
 * Reports whether a type can hold values.
 *
 * @param type - The type
 * @param values - As rows have them; nulls fit every type
 * @returns Whether all of them fit
 */
export function fitsArrow(type: ArrowType, values: readonly unknown[]): boolean {
  const column = makeColumn(type);
  try {
    for (const value of values) column.append(value);
    return true;
  } catch (error) {
    if (error instanceof ValueMismatch) return false;
    throw error;
  }
}
