import { periods } from "../calendar/period.js";
import { type DateToken, isDigit, type Lexicon, skipRun } from "../tokens/read-tokens.js";

/** The words of the v1 dialect, in lower case. */
export const v1Words: readonly string[] = [
  "today",
  "tomorrow",
  "yesterday",
  "last",
  "past",
  "in",
  "during",
  "the",
  "since",
  "between",
  "and",
  ...periods,
  ...periods.map((period) => `${period}s`),
];

/** The lexical rules of the v1 dialect. */
export const v1Lexicon: Lexicon = {
  words: new Set(v1Words),
  signs: "+-",
  leadingZero: true,
  readDate: readNumericDate,
};

// Three numbers joined by the same sign without a space: "1-1-13" is a date, but "today - 1 day" does not contain one.
function readNumericDate(text: string, index: number): DateToken | undefined {
  const monthEnd = skipRun(text, index, isDigit);
  const separator = text.charAt(monthEnd);
  if (separator !== "/" && separator !== "-") {
    return undefined;
  }
  const dayEnd = skipRun(text, monthEnd + 1, isDigit);
  const end = skipRun(text, dayEnd + 1, isDigit);
  if (dayEnd === monthEnd + 1 || text.charAt(dayEnd) !== separator || end <= dayEnd + 1) {
    return undefined;
  }
  const parts = [
    text.slice(index, monthEnd),
    text.slice(monthEnd + 1, dayEnd),
    text.slice(dayEnd + 1, end),
  ] as const;
  return { kind: "date", text: text.slice(index, end), parts, position: index, end };
}
