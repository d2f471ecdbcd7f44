/** Number of significant digits that distinguish any two 32-bit floats. */
const maxDigits = 9;

/** The smallest 32-bit float of full precision, 2^-126. */
const minNormal = 2 ** -126;

/** Integers are returned unchanged only below this bound, 2^24: they are their own shortest form. */
const exactBound = 16_777_216;

/**
 * Returns the number with the fewest digits that rounds to the same 32-bit float.
 *
 * @param value - A finite 32-bit float
 * @returns The number
 */
export function shortestSingle(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < exactBound) return value;
  // Six digits distinguish any two floats of full precision. A number below them may need fewer.
  for (let digits = Math.abs(value) < minNormal ? 1 : 6; digits < maxDigits; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return evenOf(value, shorter, digits);
  }
  return Number(value.toPrecision(maxDigits));
}

/** Returns the even one of two numbers where the value is in the middle of them, as databases do. */
function evenOf(value: number, rounded: number, digits: number): number {
  const [mantissa = "", exponent = ""] = value.toExponential(digits).split("e");
  const isMiddle = mantissa.endsWith("5") && Number(`${mantissa}e${exponent}`) === value;
  const below = mantissa.slice(0, -1);
  return isMiddle && /[02468]\.?$/.test(below) ? Number(`${below}e${exponent}`) : rounded;
}
