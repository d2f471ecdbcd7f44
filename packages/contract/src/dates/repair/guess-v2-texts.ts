import type { DateContext } from "../calendar/date-context.js";
import { addPeriods, type Period, periodOfSingular, startOfPeriod } from "../calendar/period.js";
import { guessOperand, type OperandGuess } from "./guess-operand.js";
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
      translated.push(word(isPrevious ? "previous" : (v2WordFor.get(token.text) ?? token.text)));
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
  return [word("last"), { kind: "number", text: pastDays[period] }, word("days")];
}

function nextPeriod(period: Period, { today }: DateContext): readonly LenientToken[] {
  const first = addPeriods(startOfPeriod(today, { period, weekStart: 1 }), period, 1);
  const last = addPeriods(first, period, 1).subtract({ days: 1 });
  return [
    { kind: "date", date: first },
    { kind: "date", date: last },
  ];
}

function word(text: string): LenientToken {
  return { kind: "word", text };
}

function isWord(token: LenientToken, ...words: readonly string[]): boolean {
  return token.kind === "word" && words.includes(token.text);
}
