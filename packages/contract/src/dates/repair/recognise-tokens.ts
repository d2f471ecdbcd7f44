import type { DateContext } from "../calendar/date-context.js";
import type { DateDialect } from "../dialect/date-dialect.js";
import { v1Words } from "../v1/v1-lexicon.js";
import { v2Words } from "../v2/v2-lexicon.js";
import { guessDate } from "./guess-date.js";
import type { LenientText, LenientToken } from "./lenient-token.js";

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

const knownWords: readonly string[] = [...new Set([...v2Words, ...v1Words, ...synonyms.keys(), "next"])];

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
  const word = token.text.length > 12 ? undefined : nearestWord(token.text, knownWords);
  return word === undefined ? undefined : { kind: "word", text: synonyms.get(word) ?? word };
}

/**
 * Returns the word of the vocabulary with the smallest edit distance to the typed word, if the distance is small
 * enough.
 */
function nearestWord(typed: string, vocabulary: readonly string[]): string | undefined {
  if (vocabulary.includes(typed)) {
    return typed;
  }
  let nearest: string | undefined;
  let fewest = typed.length > 4 ? 2 : 1;
  for (const word of vocabulary) {
    // A word of two letters is a single edit away from too many others.
    if (word.length > 2 && Math.abs(word.length - typed.length) <= 2) {
      const slips = countSlips(typed, word);
      if (slips < fewest || (slips === fewest && nearest === undefined)) {
        nearest = word;
        fewest = slips;
      }
    }
  }
  return nearest;
}

// Returns the optimal string alignment distance: substitutions, deletions, insertions and swaps of neighbours.
function countSlips(typed: string, word: string): number {
  let before: readonly number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = above;
    above = current;
  }
  return at(above, word.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
