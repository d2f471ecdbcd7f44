import type { Located } from "../calendar/date-range-error.js";
import { type Period, periodOfPlural, periodOfSingular, periods } from "../calendar/period.js";
import { type Token, TokenReader } from "../tokens/read-tokens.js";

/** `today`, `tomorrow` or `yesterday`. */
export interface V1NamedDay extends Located {
  readonly kind: "today" | "tomorrow" | "yesterday";
}

/** A written date whose parts are not validated yet. */
export interface V1WrittenDate extends Located {
  readonly kind: "date";
  readonly text: string;
  /** Month, day and year as written in the text. */
  readonly parts: readonly [string, string, string];
}

/** `last P`, the previous aligned period, or `past P`, a fixed number of days up to today. */
export interface V1Period extends Located {
  readonly kind: "last" | "past";
  readonly period: Period;
}

/** The start of a calculation. A period means its first day. */
export type V1Start = V1NamedDay | V1WrittenDate | V1Period;

/** Periods to add to a day. A negative count subtracts. */
export interface V1Amount extends Located {
  readonly kind: "amount";
  readonly period: Period;
  readonly count: number;
}

/** One day: its start, and the periods that are added to it in order. */
export interface V1Day extends Located {
  readonly kind: "day";
  readonly start: V1Start;
  readonly operands: ReadonlyArray<V1Amount | V1Start>;
}

/** `in the last week`: a period as a range. */
export interface V1Within {
  readonly kind: "within";
  readonly period: V1Period;
}

/** `between X and Y`; `since X` ends today. */
export interface V1Between {
  readonly kind: "between";
  readonly from: V1Day;
  readonly to: V1Day | null;
}

/** The syntax tree of the v1 dialect. */
export type V1Expression = V1Day | V1Within | V1Between;

const singulars: readonly string[] = periods;
const periodWords: readonly string[] = [...periods, ...periods.map((period) => `${period}s`)];
const aDay = 'a date such as "1/31/2017", TODAY, TOMORROW, YESTERDAY, LAST or PAST with a period';

/** Parses a v1 expression by recursive descent. Throws a `format` fault when the tokens do not form one. */
export function parseV1Expression(tokens: readonly Token[]): V1Expression {
  const reader = new TokenReader(tokens);
  const expression = readExpression(reader);
  if (reader.takeKind("end") === undefined) {
    throw reader.unexpected("+, - or the end of the text");
  }
  return expression;
}

function readExpression(reader: TokenReader): V1Expression {
  if (reader.takeWord("between") !== undefined) {
    const from = readDay(reader, aDay);
    if (reader.takeWord("and") === undefined) {
      throw reader.unexpected("+, - or AND");
    }
    return { kind: "between", from, to: readDay(reader, aDay) };
  }
  if (reader.takeWord("since") !== undefined) {
    return { kind: "between", from: readDay(reader, aDay), to: null };
  }
  if (reader.takeWord("in", "during") !== undefined) {
    reader.takeWord("the");
    const period = tryReadPeriod(reader);
    if (period === undefined) {
      throw reader.unexpected("LAST or PAST with a period");
    }
    return { kind: "within", period };
  }
  return readDay(reader, `IN, DURING, SINCE, BETWEEN, ${aDay}`);
}

function readDay(reader: TokenReader, expected: string): V1Day {
  const start = tryReadStart(reader);
  if (start === undefined) {
    throw reader.unexpected(expected);
  }
  const operands: Array<V1Amount | V1Start> = [];
  for (let sign = reader.takeKind("sign"); sign !== undefined; sign = reader.takeKind("sign")) {
    operands.push(readOperand(reader, sign.text === "-" ? -1 : 1));
  }
  return { kind: "day", start, operands, position: start.position, end: operands.at(-1)?.end ?? start.end };
}

function readOperand(reader: TokenReader, sign: 1 | -1): V1Amount | V1Start {
  const number = reader.takeKind("number");
  if (number === undefined) {
    const start = tryReadStart(reader);
    if (start === undefined) {
      throw reader.unexpected(`a number of days, weeks, months, quarters or years, or ${aDay}`);
    }
    return start;
  }
  const word = reader.takeWord(...periodWords);
  const period = word && (periodOfSingular(word.text) ?? periodOfPlural(word.text));
  if (word === undefined || period === undefined) {
    throw reader.unexpected("DAYS, WEEKS, MONTHS, QUARTERS or YEARS after a number");
  }
  return {
    kind: "amount",
    period,
    count: sign * Number(number.text),
    position: number.position,
    end: word.end,
  };
}

function tryReadStart(reader: TokenReader): V1Start | undefined {
  return reader.takeDate() ?? tryReadNamedDay(reader) ?? tryReadPeriod(reader);
}

function tryReadNamedDay(reader: TokenReader): V1NamedDay | undefined {
  for (const kind of ["today", "tomorrow", "yesterday"] as const) {
    const word = reader.takeWord(kind);
    if (word !== undefined) {
      return { kind, position: word.position, end: word.end };
    }
  }
  return undefined;
}

function tryReadPeriod(reader: TokenReader): V1Period | undefined {
  const word = reader.takeWord("last", "past");
  if (word === undefined) {
    return undefined;
  }
  const name = reader.takeWord(...singulars);
  const period = name && periodOfSingular(name.text);
  if (name === undefined || period === undefined) {
    throw reader.unexpected("DAY, WEEK, MONTH, QUARTER or YEAR");
  }
  return { kind: word.text === "last" ? "last" : "past", period, position: word.position, end: name.end };
}
