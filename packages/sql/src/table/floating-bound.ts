import { shortestSingle } from "@wellhead/rows";
import { acceptDecimal, compareDecimals } from "@wellhead/sdk";

/** A comparison of a column of floating-point numbers with a number that such a column can hold. */
export interface FloatingBound {
  readonly comparison: ">=" | ">" | "<=" | "<";
  readonly value: number;
}

/** The largest 32-bit float. */
const maxSingle = Math.fround(3.4028234663852886e38);

/**
 * Returns how to compare a column of floating-point numbers with a bound, so that exactly the rows are found that show a
 * number inside it: a row that shows `0.1` is not in the range from `0.10000000000000000001`, although both are the same
 * double.
 *
 * @param bound - Whether it is the lower or the upper bound, which is inside the range itself
 * @param text - The bound as plain decimal text
 * @param isSingle - Whether the column holds 32-bit floats. Default: `false`
 * @returns The nearest number of the column's type, and whether it is inside the range
 * @see The connector contract, POST /, "Numbers"
 */
export function floatingBound(bound: "min" | "max", text: string, isSingle = false): FloatingBound {
  const value = nearest(text, isSingle);
  const side = compareDecimals(shownDigits(value, isSingle), text);
  if (bound === "min") return { comparison: side >= 0 ? ">=" : ">", value };
  return { comparison: side <= 0 ? "<=" : "<", value };
}

/**
 * Returns the number of a floating-point column that rows show with the digits of a text.
 *
 * @param text - Plain decimal text
 * @param isSingle - Whether the column holds 32-bit floats. Default: `false`
 * @returns The number, or `undefined` when no row can show these digits
 */
export function floatingValue(text: string, isSingle = false): number | undefined {
  const value = nearest(text, isSingle);
  return compareDecimals(shownDigits(value, isSingle), text) === 0 ? value : undefined;
}

/** Returns a finite number of the type that is nearest to a text. */
function nearest(text: string, isSingle: boolean): number {
  const max = isSingle ? maxSingle : Number.MAX_VALUE;
  const value = Math.min(Math.max(Number(text), -max), max);
  return isSingle ? Math.fround(value) : value;
}

/** Returns the digits that rows show: as few as read back as the same number. */
function shownDigits(value: number, isSingle: boolean): string {
  return acceptDecimal(isSingle ? shortestSingle(value) : value);
}
