import { exactDigits } from "./exact-digits.js";

/** Kinds of values, as bits. A column has the bits of all of its values. */
export const kinds = {
  number: 1,
  boolean: 2,
  /** An array or object. */
  nested: 4,
  /** A text that is a date, a time without a time zone, or a time with one. */
  date: 8,
  localTime: 16,
  instant: 32,
  /** Any other text. */
  text: 64,
  /** With one of the three: the engine would write the day or time otherwise, or with fewer digits. */
  oddTime: 128,
  /** A text with the form of a day, a time without a time zone, or a time with one, that is not in the calendar. */
  noDate: 256,
  noLocalTime: 512,
  noInstant: 1024,
} as const;

/** The bits of texts that the engine reads and writes as days and times without loss. */
export const plainTimes: number = kinds.date | kinds.localTime | kinds.instant;

/** The bits of all texts. */
export const anyText: number =
  plainTimes | kinds.text | kinds.oddTime | kinds.noDate | kinds.noLocalTime | kinds.noInstant;

/** Facts about all values of a column. */
export interface ColumnFacts {
  /** Bits of {@link kinds}. Zero when every value is null. */
  kinds: number;
  /** Maximum number of digits before the point, without a leading zero. */
  wholeDigits: number;
  /** Maximum number of digits after the point. */
  fractionDigits: number;
  /** The same for numbers that have at most 38 digits without an exponent; zeros at the end do not count. */
  exactWholeDigits: number;
  exactFractionDigits: number;
  /** Whether there are numbers with more digits. */
  hasInexact: boolean;
  /** Whether a number has a mark. */
  hasMarks: boolean;
  /** Whether there are numbers with an exponent, or negative zeros, which integer and decimal types cannot represent. */
  hasOnlyDoubles: boolean;
  /** Whether there are numbers that a double cannot represent. */
  hasNotDoubles: boolean;
  /** Whether there are integers beyond BIGINT, and beyond HUGEINT. */
  isBeyondBigint: boolean;
  isBeyondHugeint: boolean;
}

/**
 * Returns the facts about a column without values.
 *
 * @returns The facts
 */
export function noFacts(): ColumnFacts {
  return {
    kinds: 0,
    wholeDigits: 0,
    fractionDigits: 0,
    exactWholeDigits: 0,
    exactFractionDigits: 0,
    hasInexact: false,
    hasMarks: false,
    hasOnlyDoubles: false,
    hasNotDoubles: false,
    isBeyondBigint: false,
    isBeyondHugeint: false,
  };
}

/**
 * Records a number with a mark.
 *
 * @param facts - The facts about its column
 * @param marked - The text after the mark: `d` or `x`, and the number
 */
export function addMarkedNumber(facts: ColumnFacts, marked: string): void {
  const literal = marked.slice(1);
  const [whole = "", fraction = ""] = literal.replace(/^-/, "").split(".");
  facts.kinds |= kinds.number;
  facts.hasMarks = true;
  facts.hasNotDoubles ||= marked.startsWith("x");
  addExactDigits(facts, literal);
  if (/[eE]|^-0(?:\.0+)?$/.test(literal)) {
    facts.hasOnlyDoubles = true;
    return;
  }
  facts.wholeDigits = Math.max(facts.wholeDigits, whole === "0" ? 0 : whole.length);
  facts.fractionDigits = Math.max(facts.fractionDigits, fraction.length);
  if (fraction !== "") return;
  // Comparing the digits is sufficient, and a literal of a million digits is not parsed.
  facts.isBeyondBigint ||= whole.length > 19 || BigInt.asIntN(64, BigInt(literal)) !== BigInt(literal);
  facts.isBeyondHugeint ||= whole.length > 39 || BigInt.asIntN(128, BigInt(literal)) !== BigInt(literal);
}

function addExactDigits(facts: ColumnFacts, literal: string): void {
  const digits = exactDigits(literal);
  facts.hasInexact ||= digits === undefined;
  facts.exactWholeDigits = Math.max(facts.exactWholeDigits, digits?.whole ?? 0);
  facts.exactFractionDigits = Math.max(facts.exactFractionDigits, digits?.fraction ?? 0);
}

/**
 * Adds facts about further values of a column.
 *
 * @param facts - The facts to change
 * @param others - The facts about the further values
 */
export function addFacts(facts: ColumnFacts, others: ColumnFacts): void {
  facts.kinds |= others.kinds;
  facts.wholeDigits = Math.max(facts.wholeDigits, others.wholeDigits);
  facts.fractionDigits = Math.max(facts.fractionDigits, others.fractionDigits);
  facts.exactWholeDigits = Math.max(facts.exactWholeDigits, others.exactWholeDigits);
  facts.exactFractionDigits = Math.max(facts.exactFractionDigits, others.exactFractionDigits);
  facts.hasInexact ||= others.hasInexact;
  facts.hasMarks ||= others.hasMarks;
  facts.hasOnlyDoubles ||= others.hasOnlyDoubles;
  facts.hasNotDoubles ||= others.hasNotDoubles;
  facts.isBeyondBigint ||= others.isBeyondBigint;
  facts.isBeyondHugeint ||= others.isBeyondHugeint;
}

/**
 * Reports whether facts are the same.
 *
 * @param facts - Facts about a column
 * @param others - Facts to compare with
 * @returns Whether they are
 */
export function hasSameFacts(facts: ColumnFacts, others: ColumnFacts): boolean {
  return (
    facts.kinds === others.kinds &&
    facts.wholeDigits === others.wholeDigits &&
    facts.fractionDigits === others.fractionDigits &&
    facts.exactWholeDigits === others.exactWholeDigits &&
    facts.exactFractionDigits === others.exactFractionDigits &&
    facts.hasInexact === others.hasInexact &&
    facts.hasMarks === others.hasMarks &&
    facts.hasOnlyDoubles === others.hasOnlyDoubles &&
    facts.hasNotDoubles === others.hasNotDoubles &&
    facts.isBeyondBigint === others.isBeyondBigint &&
    facts.isBeyondHugeint === others.isBeyondHugeint
  );
}
