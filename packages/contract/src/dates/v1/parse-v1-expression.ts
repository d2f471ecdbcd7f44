import { periodOfPlural, periodOfSingular, periods } from "../calendar/period.js";
import type { Token } from "../tokens/token.js";
import { TokenReader } from "../tokens/token-reader.js";
import type { V1Amount, V1Day, V1Expression, V1NamedDay, V1Period, V1Start } from "./v1-expression.js";

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
