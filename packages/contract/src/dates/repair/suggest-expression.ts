import type { DateContext } from "../calendar/date-context.js";
import type { DateSpan } from "../calendar/date-range.js";
import { DateRangeFault } from "../calendar/date-range-error.js";
import { writeV1Date, writeV2Date } from "../calendar/write-date.js";
import { type DateDialect, evaluateText, writeSpan } from "../dialect/date-dialect.js";
import { guessV2Texts } from "./guess-v2-texts.js";
import { type LenientToken, readLenientTokens } from "./lenient-token.js";
import { recogniseTokens } from "./recognise-tokens.js";

const lastResort: Readonly<Record<DateDialect, string>> = { v1: "in the past week", v2: "LAST 7 DAYS" };

/**
 * Suggests what a text that could not be parsed was probably meant to be.
 *
 * @returns An expression of the dialect that always parses in the same context.
 */
export function suggestExpression(text: string, context: DateContext, dialect: DateDialect): string {
  const tokens = recogniseTokens(readLenientTokens(text), context, dialect);
  for (const candidate of dialect === "v1" ? v1Candidates(tokens, context) : v2Candidates(tokens, context)) {
    if (tryEvaluate(candidate, context, dialect) !== undefined) {
      return candidate;
    }
  }
  return tryEvaluate(lastResort[dialect], context, dialect) === undefined
    ? writeToday(context, dialect)
    : lastResort[dialect];
}

function* v2Candidates(tokens: readonly LenientToken[], context: DateContext): Generator<string> {
  if (hasArithmetic(tokens)) {
    const span = tryEvaluate(joinV1Words(tokens), context, "v1");
    if (span !== undefined) {
      yield writeSpan(span, "v2");
    }
  }
  yield* guessV2Texts(tokens, context);
}

function* v1Candidates(tokens: readonly LenientToken[], context: DateContext): Generator<string> {
  yield joinV1Words(tokens);
  for (const text of guessV2Texts(tokens, context)) {
    const span = tryEvaluate(text, context, "v2");
    if (span !== undefined) {
      yield writeSpan(span, "v1");
    }
  }
}

// A sign before a number is v1 arithmetic; any other is a dash between two dates.
function hasArithmetic(tokens: readonly LenientToken[]): boolean {
  return tokens.some((token, index) => token.kind === "sign" && tokens[index + 1]?.kind === "number");
}

function joinV1Words(tokens: readonly LenientToken[]): string {
  return tokens.map((token) => (token.kind === "date" ? writeV1Date(token.date) : token.text)).join(" ");
}

function writeToday({ today }: DateContext, dialect: DateDialect): string {
  return dialect === "v1" ? writeV1Date(today) : writeV2Date(today);
}

function tryEvaluate(text: string, context: DateContext, dialect: DateDialect): DateSpan | undefined {
  try {
    return evaluateText(text, context, dialect);
  } catch (error) {
    if (error instanceof DateRangeFault) {
      return undefined;
    }
    throw error;
  }
}
