import { survivesDouble } from "@wellhead/client";

/** Facts about all numbers of a column, from which a target chooses a type that represents each of them. */
export interface NumberFacts {
  /** Maximum number of digits before the point. */
  readonly digits: number;
  /** Maximum number of digits after the point. */
  readonly scale: number;
  /** Maximum number of significant digits. */
  readonly significant: number;
  /** Whether each is an integer of 64 bits. */
  readonly areLong: boolean;
  /** Whether a double represents each of them with every digit. */
  readonly areDouble: boolean;
}

/** Facts about no numbers. */
export const noNumbers: NumberFacts = { digits: 0, scale: 0, significant: 0, areLong: true, areDouble: true };

/** Maximum digits of decimal numbers. */
export interface DecimalDigits {
  /** Before and after the point. */
  readonly digits: number;
  /** After the point. */
  readonly scale: number;
}

/**
 * Returns the digits that a source says the numbers of a column have.
 *
 * @param storedAs - How the source stores them, such as `decimal(10,2)`
 * @returns The digits; `undefined` for every other type
 */
export function declaredDecimal(storedAs: string): DecimalDigits | undefined {
  const [, digits, scale] = /^decimal\((\d+),(\d+)\)$/.exec(storedAs) ?? [];
  const found = { digits: Number(digits), scale: Number(scale) };
  return found.digits >= found.scale && found.digits > 0 ? found : undefined;
}

/**
 * Returns facts about all numbers that a source says a column may hold.
 *
 * @param decimal - The digits; `undefined` when the source does not say
 * @returns The facts
 */
export function declaredNumbers(decimal: DecimalDigits | undefined): NumberFacts {
  if (decimal === undefined) return noNumbers;
  const { digits, scale } = decimal;
  const before = digits - scale;
  return {
    digits: before,
    scale,
    significant: digits,
    areLong: scale === 0 && before <= 18,
    areDouble: digits <= 15,
  };
}

/** A number in normalized form. */
export interface PlainNumber {
  /** Digits without an exponent and without insignificant zeros. */
  readonly text: string;
  readonly facts: NumberFacts;
}

/** Exponents beyond this one are not written out. */
const maxExponent = 400;
const longRange = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/**
 * Normalizes a number, so that equal numbers are equal texts.
 *
 * @param literal - A JSON number
 * @returns The number; `undefined` when the text is not a number or its exponent exceeds 400
 */
export function plainNumber(literal: string): PlainNumber | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > maxExponent) return undefined;
  const point = whole.length + exponent;
  const all = (whole + fraction)
    .padEnd(point, "0")
    .padStart(whole.length + fraction.length - Math.min(point, 0), "0");
  const split = Math.max(point, 0);
  const digits = all.slice(0, split).replace(/^0+/, "");
  const decimals = all.slice(split).replace(/0+$/, "");
  const isZero = digits === "" && decimals === "";
  const text = `${isZero ? "" : sign}${digits || "0"}${decimals && `.${decimals}`}`;
  return {
    text,
    facts: {
      digits: digits.length,
      scale: decimals.length,
      significant: (digits + decimals).replace(/^0+/, "").length,
      areLong: decimals === "" && isLong(text, digits.length),
      areDouble: digits.length + decimals.length <= 15 || survivesDouble(text),
    },
  };
}

/** How JavaScript writes most numbers: no sign, no exponent. */
const shortNumber = /^(?:[1-9]\d*|0)(?:\.\d+)?$/;
/** Longer numbers may exceed 64 bits. */
const maxShortLength = 15;

/**
 * Reports whether facts already include a number, so that it needs no more of a column. May miss some that they include.
 *
 * @param facts - Facts about earlier numbers
 * @param text - A double as JavaScript writes it
 * @returns Whether the text is in normalized form, and combining the facts with its own would not change them
 */
export function coversNumber(facts: NumberFacts, text: string): boolean {
  if (text.length > maxShortLength || !shortNumber.test(text)) return false;
  const point = text.indexOf(".");
  const digits = point === -1 ? text.length : point;
  const scale = point === -1 ? 0 : text.length - point - 1;
  return facts.digits >= digits && facts.scale >= scale && facts.significant >= digits + scale;
}

function isLong(text: string, digits: number): boolean {
  if (digits !== 19) return digits < 19;
  const value = BigInt(text);
  return value >= longRange.least && value <= longRange.greatest;
}

/**
 * Combines facts.
 *
 * @param a - Facts about some numbers
 * @param b - Facts about others
 * @returns Facts about both
 */
export function widestNumbers(a: NumberFacts, b: NumberFacts): NumberFacts {
  return {
    digits: Math.max(a.digits, b.digits),
    scale: Math.max(a.scale, b.scale),
    significant: Math.max(a.significant, b.significant),
    areLong: a.areLong && b.areLong,
    areDouble: a.areDouble && b.areDouble,
  };
}
