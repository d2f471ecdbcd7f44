import type { Temporal } from "temporal-polyfill";
import { isDigit, isLetter, skipRun } from "../tokens/read-tokens.js";

/** A word in lower case, a run of digits, or a single sign. */
export interface LenientText {
  readonly kind: "word" | "number" | "sign";
  readonly text: string;
}

/** A day in any notation. */
export interface LenientDate {
  readonly kind: "date";
  readonly date: Temporal.PlainDate;
}

/** A token of a text that could not be parsed, as the lenient reader recognises it. */
export type LenientToken = LenientText | LenientDate;

const signs = "+-/.,";
const maxCharacters = 400;
const maxTokens = 64;

/**
 * Splits any text into words, numbers and signs. Other characters are separators. Only the start of a long text is
 * read, so guessing stays cheap.
 */
export function readLenientTokens(text: string): readonly LenientText[] {
  // NFKC converts full-width digits and unusual spaces, which are common in documents, to the plain ones. It does not
  // convert dashes, so those are replaced separately.
  const plain = text
    .slice(0, maxCharacters)
    .normalize("NFKC")
    .replace(/[‐-―−]/g, "-")
    .toLowerCase();
  const tokens: LenientText[] = [];
  let index = 0;
  while (index < plain.length && tokens.length < maxTokens) {
    const token = readLenientToken(plain, index);
    if (token !== undefined) {
      tokens.push(token);
    }
    index += token?.text.length ?? 1;
  }
  return tokens;
}

function readLenientToken(text: string, index: number): LenientText | undefined {
  const code = text.charCodeAt(index);
  if (isDigit(code)) {
    return { kind: "number", text: text.slice(index, skipRun(text, index, isDigit)) };
  }
  if (isLetter(code)) {
    return { kind: "word", text: text.slice(index, skipRun(text, index, isLetter)) };
  }
  return signs.includes(text.charAt(index)) ? { kind: "sign", text: text.charAt(index) } : undefined;
}
