import { DateRangeFault, quote } from "../calendar/date-range-fault.js";
import { isDigit, isLetter, isMonthCharacter, isSpace, skipRun } from "./scan.js";
import type { DateToken, PlainToken, Token } from "./token.js";

/** The lexical rules of a dialect. */
export interface Lexicon {
  /** Every keyword, in lower case. */
  readonly words: ReadonlySet<string>;
  /** The single characters that are operators. */
  readonly signs: string;
  /** Whether a number may begin with 0. */
  readonly leadingZero: boolean;
  /** Reads a date at the index of a digit; `undefined` when the text there does not look like a date. */
  readonly readDate: (text: string, index: number) => DateToken | undefined;
}

const longestWord = 12;

/**
 * Splits text into tokens, the last of which is the end. Space between tokens is optional and of any length,
 * so the longest keyword that fits wins. Each character is read a fixed number of times.
 */
export function readTokens(text: string, lexicon: Lexicon): readonly Token[] {
  const tokens: Token[] = [];
  let index = skipRun(text, 0, isSpace);
  while (index < text.length) {
    const token = readToken(text, index, lexicon);
    tokens.push(token);
    index = skipRun(text, token.end, isSpace);
  }
  tokens.push({ kind: "end", text: "", position: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, index: number, lexicon: Lexicon): Token {
  const code = text.charCodeAt(index);
  const token = isDigit(code)
    ? (lexicon.readDate(text, index) ?? readNumber(text, index, lexicon))
    : (readWord(text, index, lexicon) ?? readSign(text, index, lexicon));
  if (token === undefined) {
    throw strangeText(text, index);
  }
  return token;
}

function readNumber(text: string, index: number, { leadingZero }: Lexicon): PlainToken {
  const end = skipRun(text, index, isDigit);
  const digits = text.slice(index, end);
  if (digits.startsWith("0") && !leadingZero) {
    throw new DateRangeFault(
      "format",
      `expected a number from 1 without leading zeros at position ${index}, got ${quote(digits)}`,
      index,
    );
  }
  return { kind: "number", text: digits, position: index, end };
}

function readWord(text: string, index: number, { words }: Lexicon): PlainToken | undefined {
  // Only ASCII letters are converted: the Kelvin sign "K" would become "k" in lower case.
  const limit = skipRun(text.slice(index, index + longestWord), 0, isLetter);
  for (let length = limit; length > 0; length -= 1) {
    const word = text.slice(index, index + length).toLowerCase();
    if (words.has(word)) {
      return { kind: "word", text: word, position: index, end: index + length };
    }
  }
  return undefined;
}

function readSign(text: string, index: number, { signs }: Lexicon): PlainToken | undefined {
  const character = text.charAt(index);
  return signs.includes(character)
    ? { kind: "sign", text: character, position: index, end: index + 1 }
    : undefined;
}

// The message quotes the whole unspaced word ("TOMORROW", not only "MORROW"), but only a single sign.
function strangeText(text: string, index: number): DateRangeFault {
  const continues = isMonthCharacter(text.charCodeAt(index)) || text.charAt(index) === "/";
  const position = continues ? startOfRun(text, index) : index;
  const end = skipRun(text, index, (code) => !isSpace(code));
  return new DateRangeFault(
    "format",
    `${quote(text.slice(position, end))} at position ${position} is not a word of the language`,
    position,
  );
}

function startOfRun(text: string, index: number): number {
  let start = index;
  while (start > 0 && isMonthCharacter(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  return start;
}
