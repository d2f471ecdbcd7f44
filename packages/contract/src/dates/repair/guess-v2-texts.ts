import type { DateContext } from "../calendar/date-context.js";
import {
  addPeriods,
  type Period,
  periodOfPlural,
  periodOfSingular,
  startOfPeriod,
} from "../calendar/period.js";
import { writeV2Date } from "../calendar/write-date.js";
import type { LenientToken } from "./lenient-token.js";

/**
 * Writes what the recognised tokens can mean in the v2 grammar, the most likely first. The texts have the form that the
 * grammar requires. The caller checks whether their dates form a range.
 */
export function guessV2Texts(tokens: readonly LenientToken[], context: DateContext): readonly string[] {
  const words = translateV1Words(tokens, context);
  const opening = words.find((token) => isWord(token, "between", "from", "to"));
  const openingWord = opening?.kind === "word" ? opening.text : undefined;
  const [first, second] = guessOperands(words);
  if (first === undefined) {
    return [];
  }
  if (second === undefined) {
    return [guessOne(first, openingWord)];
  }
  if (openingWord !== "between" && first.isDay && second.isDay) {
    return [`FROM ${first.alone} TO ${second.alone}`, `FROM ${second.alone} TO ${first.alone}`];
  }
  return [
    `BETWEEN ${first.inside} AND ${second.inside}`,
    `BETWEEN ${second.inside} AND ${first.inside}`,
    `BETWEEN ${first.inside} AND TODAY`,
  ];
}

function guessOperands(tokens: readonly LenientToken[]): readonly OperandGuess[] {
  const operands: OperandGuess[] = [];
  let index = 0;
  while (index < tokens.length && operands.length < 2) {
    const operand = guessOperand(tokens.slice(index, index + 4));
    if (operand !== undefined) {
      operands.push(operand);
    }
    index += operand?.used ?? 1;
  }
  return operands;
}

function guessOne(operand: OperandGuess, opening: string | undefined): string {
  switch (opening) {
    case "from":
      return operand.isDay ? `FROM ${operand.alone}` : `BETWEEN ${operand.inside} AND TODAY`;
    case "to":
      return operand.isDay ? `TO ${operand.alone}` : operand.alone;
    case "between":
      return `BETWEEN ${operand.inside} AND TODAY`;
    default:
      return operand.alone;
  }
}

const pastDays: Readonly<Record<Period, string>> = {
  day: "1",
  week: "7",
  month: "30",
  quarter: "90",
  year: "365",
};

// In v1, LAST means the previous period and PAST a number of days. TOMORROW and NEXT become dates.
function translateV1Words(tokens: readonly LenientToken[], context: DateContext): readonly LenientToken[] {
  const isV1 = tokens.some((token) => isWord(token, "in", "during", "since"));
  const translated: LenientToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const period = periodNamed(tokens[index + 1]);
    if (token?.kind !== "word") {
      translated.push(...(token === undefined ? [] : [token]));
    } else if (period !== undefined && (token.text === "past" || token.text === "next")) {
      translated.push(...(token.text === "past" ? pastPeriod(period) : nextPeriod(period, context)));
      index += 1;
    } else if (token.text === "tomorrow") {
      translated.push({ kind: "date", date: context.today.add({ days: 1 }) });
    } else {
      const isPrevious = isV1 && token.text === "last" && period !== undefined;
      translated.push(wordToken(isPrevious ? "previous" : (v2WordFor.get(token.text) ?? token.text)));
    }
  }
  return translated;
}

const v2WordFor: ReadonlyMap<string, string> = new Map([
  ["since", "from"],
  ["past", "last"],
]);

function periodNamed(token: LenientToken | undefined): Period | undefined {
  return token?.kind === "word" ? periodOfSingular(token.text) : undefined;
}

function pastPeriod(period: Period): readonly LenientToken[] {
  return [wordToken("last"), { kind: "number", text: pastDays[period] }, wordToken("days")];
}

function nextPeriod(period: Period, { today }: DateContext): readonly LenientToken[] {
  const first = addPeriods(startOfPeriod(today, { period, weekStart: 1 }), period, 1);
  const last = addPeriods(first, period, 1).subtract({ days: 1 });
  return [
    { kind: "date", date: first },
    { kind: "date", date: last },
  ];
}

function wordToken(text: string): LenientToken {
  return { kind: "word", text };
}

function isWord(token: LenientToken, ...words: readonly string[]): boolean {
  return token.kind === "word" && words.includes(token.text);
}

/** A guess at one side of a range, in the wordings that the v2 grammar requires in each position. */
interface OperandGuess {
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
function guessOperand(tokens: readonly LenientToken[]): OperandGuess | undefined {
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
