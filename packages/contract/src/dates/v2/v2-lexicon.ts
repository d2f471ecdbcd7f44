import { periods } from "../calendar/period.js";
import {
  type CharacterTest,
  type DateToken,
  isDigit,
  isMonthCharacter,
  isSpace,
  type Lexicon,
  skipRun,
} from "../tokens/read-tokens.js";

/** The words of the v2 grammar, in lower case. */
export const v2Words: readonly string[] = [
  "today",
  "yesterday",
  "this",
  "last",
  "previous",
  "between",
  "and",
  "ago",
  "from",
  "to",
  ...periods,
  ...periods.map((period) => `${period}s`),
];

/** The lexical rules of the v2 grammar. */
export const v2Lexicon: Lexicon = {
  words: new Set(v2Words),
  signs: "",
  leadingZero: false,
  readDate: (text, index) => readParts(text, index, isSpace) ?? readParts(text, index, isHyphen),
};

function isHyphen(code: number): boolean {
  return code === 45;
}

// Three runs between separators: any amount of space, or exactly one hyphen. The evaluation checks whether the middle
// one is a month, so that "31 Feb 2017" and "1 Sept 2017" are invalid dates and not syntax errors.
function readParts(text: string, index: number, isSeparator: CharacterTest): DateToken | undefined {
  const dayEnd = skipRun(text, index, isDigit);
  const monthStart = skipSeparator(text, dayEnd, isSeparator);
  const monthEnd = skipRun(text, monthStart, isMonthCharacter);
  const yearStart = skipSeparator(text, monthEnd, isSeparator);
  const end = skipRun(text, yearStart, isDigit);
  if (monthStart === dayEnd || monthEnd === monthStart || yearStart === monthEnd || end === yearStart) {
    return undefined;
  }
  const parts = [
    text.slice(index, dayEnd),
    text.slice(monthStart, monthEnd),
    text.slice(yearStart, end),
  ] as const;
  return { kind: "date", text: text.slice(index, end), parts, position: index, end };
}

function skipSeparator(text: string, index: number, isSeparator: CharacterTest): number {
  const end = skipRun(text, index, isSeparator);
  return isSeparator === isHyphen && end > index + 1 ? index : end;
}
