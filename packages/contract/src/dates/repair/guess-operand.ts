import { type Period, periodOfPlural, periodOfSingular } from "../calendar/period.js";
import { writeV2Date } from "../calendar/write-date.js";
import type { LenientToken } from "./lenient-token.js";

/** A guess at one side of a range, in the wordings that the v2 grammar requires in each position. */
export interface OperandGuess {
  /** Whether it is a single day, which `FROM` and `TO` take. */
  readonly isDay: boolean;
  /** The wording as an expression of its own. */
  readonly alone: string;
  /** The wording as a side of `BETWEEN`. */
  readonly inside: string;
  /** Tokens it used up. */
  readonly used: number;
}

/** Guesses the operand that the first tokens may mean; `undefined` when no operand begins like this. */
export function guessOperand(tokens: readonly LenientToken[]): OperandGuess | undefined {
  const [token] = tokens;
  if (token?.kind === "date") {
    return day(writeV2Date(token.date));
  }
  if (token?.kind === "word" && (token.text === "today" || token.text === "yesterday")) {
    return day(token.text.toUpperCase());
  }
  const word = token?.kind === "word" ? token.text : "";
  if (word === "this" || word === "last" || word === "previous") {
    return guessPeriods(word, tokens);
  }
  return guessAgo(tokens);
}

function day(text: string): OperandGuess {
  return { isDay: true, alone: text, inside: text, used: 1 };
}

interface Amount {
  readonly period: Period;
  readonly count: number | undefined;
  readonly used: number;
}

function guessPeriods(
  word: "this" | "last" | "previous",
  tokens: readonly LenientToken[],
): OperandGuess | undefined {
  const amount = readAmount(tokens.slice(1));
  if (amount === undefined) {
    return undefined;
  }
  const { period, count } = amount;
  const singular = `${word} ${period}`.toUpperCase();
  const used = amount.used + 1;
  if (count === undefined) {
    return { isDay: false, alone: singular, inside: singular, used };
  }
  if (word === "previous") {
    return { isDay: false, alone: `PREVIOUS ${plural(amount)}`, inside: `${plural(amount)} AGO`, used };
  }
  // LAST 3 DAYS begins two days ago.
  const before = plural({ ...amount, count: count - 1 });
  const inside = count === 1 ? `THIS ${period.toUpperCase()}` : `${before} AGO`;
  return { isDay: false, alone: `LAST ${plural(amount)}`, inside, used };
}

function guessAgo(tokens: readonly LenientToken[]): OperandGuess | undefined {
  const amount = readAmount(tokens);
  if (amount === undefined) {
    return undefined;
  }
  const { count, period } = amount;
  const next = tokens[amount.used];
  const counted = count === undefined ? period.toUpperCase() : plural(amount);
  if (next?.kind === "word" && next.text === "ago") {
    const inside = `${counted} AGO`;
    return { isDay: false, alone: `BETWEEN ${inside} AND TODAY`, inside, used: amount.used + 1 };
  }
  return count === undefined
    ? { isDay: false, alone: `THIS ${counted}`, inside: `THIS ${counted}`, used: amount.used }
    : { isDay: false, alone: `LAST ${counted}`, inside: `${counted} AGO`, used: amount.used };
}

// A period with or without a number, in the singular or the plural. The required form is known only when it is written.
function readAmount(tokens: readonly LenientToken[]): Amount | undefined {
  const numbers = tokens.slice(0, 1).filter((token) => token.kind === "number");
  const number = numbers[0]?.kind === "number" ? numbers[0].text : undefined;
  const word = tokens[numbers.length];
  const name = word?.kind === "word" ? word.text : "";
  const period = periodOfSingular(name) ?? periodOfPlural(name);
  if (period === undefined) {
    return undefined;
  }
  const count = number === undefined ? undefined : Math.max(1, Math.min(Number(number), 1000));
  return { period, count, used: numbers.length + 1 };
}

function plural({ count, period }: Pick<Amount, "count" | "period">): string {
  return `${count ?? 1} ${period.toUpperCase()}S`;
}
