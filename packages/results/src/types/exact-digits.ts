/** The digits of a number, written without an exponent. */
export interface ExactDigits {
  /** Number of digits before the point, without leading zeros. */
  readonly whole: number;
  /** Number of digits after the point, without zeros at the end. */
  readonly fraction: number;
}

/** Maximum number of digits of an exact number. */
const maxDigits = 38;

/**
 * Counts the digits that a number needs without an exponent.
 *
 * @param literal - A number of JSON
 * @returns The digits; `undefined` when there are more than 38
 */
export function exactDigits(literal: string): ExactDigits | undefined {
  const [mantissa = "", exponent = "0"] = literal.replace(/^-/, "").toLowerCase().split("e");
  const [before = "", after = ""] = mantissa.split(".");
  const leading = /^0*/.exec(before + after)?.[0].length ?? 0;
  const digits = `${before}${after}`.slice(leading).replace(/0+$/, "");
  if (digits === "") return { whole: 0, fraction: 0 };
  const point = before.length - leading + Number(exponent);
  const [whole, fraction] = [Math.max(0, point), Math.max(0, digits.length - point)];
  return whole + fraction > maxDigits ? undefined : { whole, fraction };
}
