import type { DateContext } from "../calendar/date-context.js";
import type { DateDialect } from "../dialect/date-dialect.js";
import { v1Words } from "../v1/v1-lexicon.js";
import { v2Words } from "../v2/v2-lexicon.js";
import { guessDate } from "./guess-date.js";
import type { LenientText, LenientToken } from "./lenient-token.js";
import { nearestWord } from "./nearest-word.js";

// Synonyms that people type, and the keyword that each one means.
const synonyms: ReadonlyMap<string, string> = new Map([
  ["after", "since"],
  ["current", "this"],
  ["now", "today"],
  ["prev", "previous"],
  ["prior", "previous"],
  ["starting", "since"],
  ["through", "to"],
  ["till", "to"],
  ["until", "to"],
  ["upto", "to"],
  ["before", "to"],
]);

const vocabulary: readonly string[] = [...new Set([...v2Words, ...v1Words, ...synonyms.keys(), "next"])];

/**
 * Recognises dates and words of either dialect in lenient tokens: joins the parts of dates, corrects spelling, replaces
 * synonyms, and drops words without meaning.
 */
export function recogniseTokens(
  tokens: readonly LenientText[],
  context: DateContext,
  dialect: DateDialect,
): readonly LenientToken[] {
  const recognised: LenientToken[] = [];
  let index = 0;
  while (index < tokens.length) {
    const guess = guessDate(tokens.slice(index, index + 9), context, dialect);
    if (guess === undefined) {
      const token = recogniseText(tokens[index]);
      recognised.push(...(token === undefined ? [] : [token]));
      index += 1;
    } else {
      recognised.push({ kind: "date", date: guess.date });
      index += guess.used;
    }
  }
  return recognised;
}

function recogniseText(token: LenientText | undefined): LenientText | undefined {
  if (token?.kind !== "word") {
    return token;
  }
  const word = token.text.length > 12 ? undefined : nearestWord(token.text, vocabulary);
  return word === undefined ? undefined : { kind: "word", text: synonyms.get(word) ?? word };
}
