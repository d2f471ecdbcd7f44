/** Minus the exponent of the unit of which every finite double is a multiple. */
const unitBits = 1074;
const mantissaBits = 52;
/** Digits that identify every double. */
const maxDigits = 17;
const bytes = new DataView(new ArrayBuffer(8));

/**
 * Returns the exponent of the largest power of two that is not above a double.
 *
 * @param value - A positive finite double
 * @returns The exponent; that of the smallest normal double for those below it
 */
export function exponentOf(value: number): number {
  bytes.setFloat64(0, value);
  return Math.max(1, (bytes.getUint16(0) >> 4) & 0x7ff) - 1023;
}

/**
 * Returns a finite double as a multiple of 2^-1074, exactly.
 *
 * @param value - The double
 * @returns The multiple
 */
export function unitsOf(value: number): bigint {
  bytes.setFloat64(0, value);
  const bits = bytes.getBigUint64(0);
  const exponent = (bits >> BigInt(mantissaBits)) & 0x7ffn;
  const fraction = BigInt.asUintN(mantissaBits, bits);
  const units = exponent === 0n ? fraction : (fraction | (1n << BigInt(mantissaBits))) << (exponent - 1n);
  return bits >> 63n === 1n ? -units : units;
}

/**
 * Returns the text of the double next to a quotient, half to even, as the engine writes doubles. A number beyond their range
 * gets the digits of a double with a larger exponent.
 *
 * @param units - The dividend in multiples of 2^-1074
 * @param divisor - The divisor, above 0
 * @returns The text
 */
export function roundedText(units: bigint, divisor = 1n): string {
  const { mantissa, shift } = roundToDouble(units, divisor);
  const value = Number(mantissa) * 2 ** (shift - unitBits);
  return Number.isFinite(value) ? doubleText(value) : largeText(mantissa << BigInt(shift - unitBits));
}

/** Rounds a quotient to 53 bits, or to the unit. */
function roundToDouble(
  units: bigint,
  divisor: bigint,
): { readonly mantissa: bigint; readonly shift: number } {
  const dividend = units < 0n ? -units : units;
  const shift = Math.max(0, (dividend / divisor).toString(2).length - mantissaBits - 1);
  const base = divisor << BigInt(shift);
  const [quotient, twice] = [dividend / base, (dividend % base) * 2n];
  const isUp = twice > base || (twice === base && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return { mantissa: units < 0n ? -rounded : rounded, shift };
}

/** Writes a whole number beyond the range of doubles with the fewest digits that round to it. */
function largeText(value: bigint): string {
  const size = value < 0n ? -value : value;
  const whole = String(size);
  let base = 1n;
  for (
    let zeros = whole.length - maxDigits;
    isRoundedTo(nearest(size, 10n ** BigInt(zeros)), size);
    zeros += 1
  )
    base = 10n ** BigInt(zeros);
  const digits = String(nearest(size, base));
  const fraction = digits.slice(1).replace(/0+$/, "");
  const point = fraction === "" ? "" : ".";
  return `${value < 0n ? "-" : ""}${digits.slice(0, 1)}${point}${fraction}e+${digits.length - 1}`;
}

function nearest(value: bigint, base: bigint): bigint {
  return ((value + base / 2n) / base) * base;
}

function isRoundedTo(value: bigint, rounded: bigint): boolean {
  const { mantissa, shift } = roundToDouble(value << BigInt(unitBits), 1n);
  return mantissa << BigInt(shift - unitBits) === rounded;
}

/**
 * Writes a finite double as the engine does.
 *
 * @param value - The double
 * @returns The fewest digits that identify it, with an exponent below 10^-4 and from 10^16 on
 */
export function doubleText(value: number): string {
  const [digits = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/**
 * Returns the mean of two doubles, rounded once.
 *
 * @param low - One of them, finite
 * @param high - The other one, finite
 * @returns The mean
 */
export function meanOfTwo(low: number, high: number): number {
  const sum = low + high;
  return Number.isFinite(sum) ? sum / 2 : low / 2 + high / 2;
}
