import { DateRangeFault, type Located, quote } from "../calendar/date-range-error.js";

/** A keyword in lower case, a number, a sign, or the end of the text. */
export interface PlainToken extends Located {
  readonly kind: "word" | "number" | "sign" | "end";
  readonly text: string;
}

/** Text that looks like a date, in three parts. Evaluation checks whether that day exists. */
export interface DateToken extends Located {
  readonly kind: "date";
  readonly text: string;
  readonly parts: readonly [string, string, string];
}

/** The smallest meaningful part of an expression. */
export type Token = PlainToken | DateToken;

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

/** A test of one character by its UTF-16 code. */
export type CharacterTest = (code: number) => boolean;

/** Reports whether the code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reports whether the code is an ASCII letter. */
export function isLetter(code: number): boolean {
  // Setting bit 5 converts an ASCII capital to lower case, and moves no other character into the range.
  const small = code | 32;
  return small >= 97 && small <= 122;
}

/** Reports whether the code is one of the four characters that the grammar skips. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** Reports whether the code may occur in the month of a date. */
export function isMonthCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 95;
}

/** Returns the index after the longest run of matching characters that starts at the index. */
export function skipRun(text: string, index: number, matches: CharacterTest): number {
  let end = index;
  while (end < text.length && matches(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

/** Reads tokens one by one, for a parser with one token of lookahead. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #last: Token;
  #index = 0;

  /** @param tokens - The result of `readTokens`. */
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#last = tokens.at(-1) ?? { kind: "end", text: "", position: 0, end: 0 };
  }

  /** The next token. */
  get next(): Token {
    return this.#tokens[this.#index] ?? this.#last;
  }

  /** Takes the next token if it is one of the keywords. */
  takeWord(...words: readonly string[]): Token | undefined {
    const { next } = this;
    return next.kind === "word" && words.includes(next.text) ? this.#take(next) : undefined;
  }

  /** Takes the next token if it is of that kind. */
  takeKind(kind: PlainToken["kind"]): PlainToken | undefined {
    const { next } = this;
    return next.kind !== "date" && next.kind === kind ? this.#take(next) : undefined;
  }

  /** Takes the next token if it is a date. */
  takeDate(): DateToken | undefined {
    const { next } = this;
    return next.kind === "date" ? this.#take(next) : undefined;
  }

  /** Creates the fault for a next token that is not the expected one. */
  unexpected(expected: string): DateRangeFault {
    const { next } = this;
    const found =
      next.kind === "end"
        ? "the end of the text"
        : `${quote(next.text.toUpperCase())} at position ${next.position}`;
    return new DateRangeFault("format", `expected ${expected}, got ${found}`, next.position);
  }

  #take<Taken extends Token>(token: Taken): Taken {
    this.#index += 1;
    return token;
  }
}
