const pattern = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Multiplies a decimal number by a power of ten.
 *
 * @param text - The number, as JSON writes it
 * @param scale - The power
 * @returns The whole number; `undefined` when it is not whole, or the text is not a number
 */
export function scaledInteger(text: string, scale: number): bigint | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = found;
  const digits = `${whole}${fraction}`;
  const shift = scale + Number(exponent) - fraction.length;
  const kept = digits.slice(0, Math.max(digits.length + shift, 0));
  if (/[1-9]/.test(digits.slice(kept.length))) return undefined;
  if (BigInt(kept) === 0n) return 0n;
  // A number such as 1e9999 would be a text of thousands of digits.
  return shift > maxShift ? undefined : BigInt(`${sign}${kept}${"0".repeat(Math.max(shift, 0))}`);
}

/** The widest decimal has 76 digits; the largest double is compared after a shift by 350 (see `exactDouble`). */
const maxShift = 660;
