import { DateRangeFault, quote } from "../calendar/date-range-fault.js";
import type { DateToken, PlainToken, Token } from "./token.js";

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
