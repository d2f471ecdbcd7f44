import type { DateContext } from "../calendar/date-context.js";
import { DateRangeFault } from "../calendar/date-range-fault.js";
import type { DateSpan } from "../calendar/date-span.js";
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
