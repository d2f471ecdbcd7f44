/** An exact decimal number: `units` × 10^-`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const maxExponent = 400;

/**
 * Parses a decimal number, exactly.
 *
 * @param text - Digits with an optional sign, point and exponent
 * @returns The number; `undefined` for any other text, and for exponents beyond 400
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const power = Number(exponent);
  if (Math.abs(power) > maxExponent) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - power;
  return scale >= 0 ? { units: digits, scale } : { units: digits * tenTo(-scale), scale: 0 };
}

/**
 * Formats a decimal number without an exponent.
 *
 * @param decimal - The number
 * @returns Its text, without zeros at the end of the fraction
 */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale === 0 || fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Returns the largest multiple of 10^-`scale` that is not above a number.
 *
 * @param decimal - The number
 * @param scale - Digits after the point to keep
 * @returns The units at that scale, and whether the number is exactly that multiple
 */
export function floorToScale(
  { units, scale: own }: Decimal,
  scale: number,
): { readonly units: bigint; readonly isExact: boolean } {
  if (own <= scale) return { units: units * tenTo(scale - own), isExact: true };
  const divisor = tenTo(own - scale);
  const isExact = units % divisor === 0n;
  return { units: units / divisor - (units < 0n && !isExact ? 1n : 0n), isExact };
}

/**
 * Divides exactly, rounding half to even.
 *
 * @param decimal - The dividend
 * @param divisor - The divisor, not 0
 * @param digits - Digits after the point to compute
 * @returns The quotient
 */
export function divideDecimal({ units, scale }: Decimal, divisor: bigint, digits: number): Decimal {
  const added = Math.max(0, digits - scale);
  const dividend = units * tenTo(added);
  const [positive, base] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = positive / base;
  const twice = (positive % base) * 2n;
  const isUp = twice > base || (twice === base && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return { units: dividend < 0n !== divisor < 0n ? -rounded : rounded, scale: scale + added };
}

/**
 * Returns a power of ten.
 *
 * @param exponent - 0 or more
 * @returns 10^exponent
 */
export function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
