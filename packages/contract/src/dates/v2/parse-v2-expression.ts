import type { Located } from "../calendar/date-range-error.js";
import { type Period, periodOfPlural, periodOfSingular, periods } from "../calendar/period.js";
import { type PlainToken, type Token, TokenReader } from "../tokens/read-tokens.js";

/** `TODAY` or `YESTERDAY`. */
export interface NamedDay extends Located {
  readonly kind: "today" | "yesterday";
}

/** A written date whose parts are not validated yet. */
export interface WrittenDate extends Located {
  readonly kind: "date";
  readonly text: string;
  /** Day, month and year as written in the text. */
  readonly parts: readonly [string, string, string];
}

/**
 * Aligned periods counted back from the current one. `last` ends with the current one (`THIS P` and `LAST P` count 1),
 * `previous` ends before it, and `ago` is the point where the period that many periods back starts.
 */
export interface CountedPeriods extends Located {
  readonly kind: "last" | "previous" | "ago";
  readonly period: Period;
  readonly count: number;
}

/** An operand of `AND`. */
export type V2Operand = NamedDay | WrittenDate | CountedPeriods;

/** From the start of one operand to the end of another. `null` is an open end. */
export interface Between {
  readonly kind: "between";
  readonly from: V2Operand | null;
  readonly to: V2Operand | null;
}

/** The syntax tree of the v2 grammar. */
export type V2Expression = V2Operand | Between;

const singulars: readonly string[] = periods;
const plurals: readonly string[] = periods.map((period) => `${period}s`);
const aDay = 'TODAY, YESTERDAY or a date such as "10 Jan 2017"';

/** Parses a v2 expression by recursive descent. Throws a `format` fault when the tokens do not form one. */
export function parseV2Expression(tokens: readonly Token[]): V2Expression {
  const reader = new TokenReader(tokens);
  const expression = readExpression(reader);
  if (reader.takeKind("end") === undefined) {
    throw reader.unexpected("the end of the text");
  }
  return expression;
}

function readExpression(reader: TokenReader): V2Expression {
  if (reader.takeWord("between") !== undefined) {
    return readBetween(reader);
  }
  if (reader.takeWord("from") !== undefined) {
    const from = readDay(reader);
    const to = reader.takeWord("to") === undefined ? null : readDay(reader);
    return { kind: "between", from, to };
  }
  if (reader.takeWord("to") !== undefined) {
    return { kind: "between", from: null, to: readDay(reader) };
  }
  const expression = tryReadPeriods(reader, "any number") ?? tryReadDay(reader);
  if (expression === undefined) {
    throw reader.unexpected(`THIS, LAST, PREVIOUS, BETWEEN, FROM, TO, ${aDay}`);
  }
  return expression;
}

function readBetween(reader: TokenReader): V2Expression {
  const from = readOperand(reader);
  if (reader.takeWord("and") === undefined) {
    throw reader.unexpected("AND");
  }
  return { kind: "between", from, to: readOperand(reader) };
}

function readOperand(reader: TokenReader): V2Operand {
  const operand = tryReadDay(reader) ?? tryReadAgo(reader) ?? tryReadPeriods(reader, "one");
  if (operand === undefined) {
    throw reader.unexpected(`${aDay}, or a period such as "3 MONTHS AGO" or "THIS WEEK"`);
  }
  return operand;
}

function tryReadDay(reader: TokenReader): NamedDay | WrittenDate | undefined {
  const date = reader.takeDate();
  if (date !== undefined) {
    return date;
  }
  const word = reader.takeWord("today", "yesterday");
  return (
    word && {
      kind: word.text === "today" ? "today" : "yesterday",
      position: word.position,
      end: word.end,
    }
  );
}

function readDay(reader: TokenReader): NamedDay | WrittenDate {
  const day = tryReadDay(reader);
  if (day === undefined) {
    throw reader.unexpected(aDay);
  }
  return day;
}

// Parses THIS P, LAST P and PREVIOUS P and, where a number is allowed, LAST N Ps and PREVIOUS N Ps.
function tryReadPeriods(reader: TokenReader, amount: "one" | "any number"): CountedPeriods | undefined {
  const word = reader.takeWord("this", "last", "previous");
  if (word === undefined) {
    return undefined;
  }
  const counted = amount === "any number" && word.text !== "this";
  const { position } = word;
  const kind = word.text === "previous" ? "previous" : "last";
  return { kind, position, ...readCount(reader, counted ? reader.takeKind("number") : undefined) };
}

// Parses P AGO and N Ps AGO.
function tryReadAgo(reader: TokenReader): CountedPeriods | undefined {
  const { position } = reader.next;
  const number = reader.takeKind("number");
  if (number === undefined && !singulars.includes(reader.next.text)) {
    return undefined;
  }
  const count = readCount(reader, number);
  const ago = reader.takeWord("ago");
  if (ago === undefined) {
    throw reader.unexpected("AGO");
  }
  return { kind: "ago", position, ...count, end: ago.end };
}

interface Count {
  readonly period: Period;
  readonly count: number;
  readonly end: number;
}

// A number takes the plural, even 1. Without a number, the word is singular.
function readCount(reader: TokenReader, number: PlainToken | undefined): Count {
  const word = number === undefined ? reader.takeWord(...singulars) : reader.takeWord(...plurals);
  const period = word && (number === undefined ? periodOfSingular(word.text) : periodOfPlural(word.text));
  if (word === undefined || period === undefined) {
    throw reader.unexpected(
      number === undefined
        ? "DAY, WEEK, MONTH, QUARTER or YEAR"
        : "DAYS, WEEKS, MONTHS, QUARTERS or YEARS after a number",
    );
  }
  return { period, count: Number(number?.text ?? 1), end: word.end };
}
