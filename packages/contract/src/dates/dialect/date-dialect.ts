import type { DateContext } from "../calendar/date-context.js";
import type { DateSpan } from "../calendar/date-range.js";
import { DateRangeFault } from "../calendar/date-range-error.js";
import { writeV1Date, writeV2Date } from "../calendar/write-date.js";
import { readTokens } from "../tokens/read-tokens.js";
import { evaluateV1Expression } from "../v1/evaluate-v1-expression.js";
import { parseV1Expression } from "../v1/parse-v1-expression.js";
import { v1Lexicon } from "../v1/v1-lexicon.js";
import { evaluateV2Expression } from "../v2/evaluate-v2-expression.js";
import { parseV2Expression } from "../v2/parse-v2-expression.js";
import { v2Lexicon } from "../v2/v2-lexicon.js";

/**
 * The generation of the date language: `v2`, the date range grammar of current platforms, or `v1`, the words of the
 * first platform. They differ in meaning as well as in form: `LAST WEEK` is the current week in `v2` and the week
 * before in `v1`.
 *
 * @see The connector contract, "Dates in filters"
 */
export type DateDialect = "v1" | "v2";

// A longer text is never a valid expression. The limit bounds the work for text that no person typed.
const maxCharacters = 1000;

/** Returns the days that a text means in a dialect. Throws a `DateRangeFault` when it is not an expression. */
export function evaluateText(text: string, context: DateContext, dialect: DateDialect): DateSpan {
  if (text.length > maxCharacters) {
    throw new DateRangeFault(
      "format",
      `expected at most ${maxCharacters} characters, got ${text.length}`,
      maxCharacters,
    );
  }
  return dialect === "v1"
    ? evaluateV1Expression(parseV1Expression(readTokens(text, v1Lexicon)), context)
    : evaluateV2Expression(parseV2Expression(readTokens(text, v2Lexicon)), context);
}

/**
 * Writes whole days as absolute dates of a dialect. The v1 dialect has no open ends. A span without an end is written
 * as one that ends today, and a span without a beginning as its last day.
 */
export function writeSpan({ first, last }: DateSpan, dialect: DateDialect): string {
  if (dialect === "v1") {
    return writeV1Span({ first, last });
  }
  if (first === null) {
    return last === null ? "" : `TO ${writeV2Date(last)}`;
  }
  if (last === null) {
    return `FROM ${writeV2Date(first)}`;
  }
  return first.equals(last) ? writeV2Date(first) : `FROM ${writeV2Date(first)} TO ${writeV2Date(last)}`;
}

function writeV1Span({ first, last }: DateSpan): string {
  if (first === null) {
    return last === null ? "" : writeV1Date(last);
  }
  if (last === null) {
    return `since ${writeV1Date(first)}`;
  }
  return first.equals(last) ? writeV1Date(first) : `between ${writeV1Date(first)} and ${writeV1Date(last)}`;
}
