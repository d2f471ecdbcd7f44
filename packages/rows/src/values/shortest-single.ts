/** Digits that tell any two numbers of 32 bits apart. */
const maxDigits = 9;

/** Whole numbers below it, and below it only, are their own shortest form. */
const exactBound = 16_777_216;

/**
 * Finds the number with the fewest digits that is the same float of 32 bits.
 *
 * @param value - Such a float, finite
 * @returns The number
 */
export function shortestSingle(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < exactBound) return value;
  for (let digits = 6; digits < maxDigits; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(maxDigits));
}
