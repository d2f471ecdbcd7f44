import { Temporal } from "temporal-polyfill";
import type { DateContext } from "../calendar/date-context.js";
import { dayExists } from "../calendar/date-range.js";
import { monthNames } from "../calendar/write-date.js";
import type { DateDialect } from "../dialect/date-dialect.js";
import type { LenientText } from "./lenient-token.js";

/** A guessed date, and the number of tokens it consumed. */
export interface DateGuess {
  readonly date: Temporal.PlainDate;
  readonly used: number;
}

interface DateNumbers {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Guesses the date that the first tokens mean, in any order and with any separators: `1/2/2017` (day first in `v2`,
 * month first in `v1`), `2017-01-02`, `Jan 10, 2017`, `1st Sept 2017`, `10 Jan`.
 */
export function guessDate(
  tokens: readonly LenientText[],
  context: DateContext,
  dialect: DateDialect,
): DateGuess | undefined {
  const parts = takeParts(tokens);
  const texts = parts.map(({ text }) => text);
  const shape = parts.map(({ month }) => (month === undefined ? "n" : "m")).join("");
  const month = parts.find((part) => part.month !== undefined)?.month ?? 0;
  const used = (count: number): number => parts[count - 1]?.used ?? 0;
  if (shape === "nnn") {
    return constrain(readNumbers(texts, dialect), used(3), context);
  }
  if (shape === "nmn") {
    return constrain({ day: Number(texts[0]), month, year: guessYear(texts[2]) }, used(3), context);
  }
  if (shape === "mnn") {
    return constrain({ day: Number(texts[1]), month, year: guessYear(texts[2]) }, used(3), context);
  }
  if (shape.startsWith("nm")) {
    return constrain({ day: Number(texts[0]), month, year: context.today.year }, used(2), context);
  }
  return undefined;
}

interface Part {
  readonly text: string;
  readonly month: number | undefined;
  /** Returns the tokens up to and including this one. */
  readonly used: number;
}

const fillers: readonly string[] = ["st", "nd", "rd", "th", "of"];

// Returns up to three numbers and month names, and skips signs and endings such as "st" between them.
function takeParts(tokens: readonly LenientText[]): readonly Part[] {
  const parts: Part[] = [];
  for (const [index, { kind, text }] of tokens.slice(0, 9).entries()) {
    const month = kind === "word" ? guessMonth(text) : undefined;
    if (kind === "number" || month !== undefined) {
      parts.push({ text, month, used: index + 1 });
    } else if (parts.length === 0 || (kind !== "sign" && !fillers.includes(text))) {
      break;
    }
    if (parts.length === 3) {
      break;
    }
  }
  return parts;
}

function guessMonth(word: string): number | undefined {
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(word.slice(0, 3)));
  return word.length < 3 || index === -1 ? undefined : index + 1;
}

function readNumbers(texts: readonly string[], dialect: DateDialect): DateNumbers {
  const [first = "", second = "", third = ""] = texts;
  if (first.length >= 3) {
    return { year: guessYear(first), month: Number(second), day: Number(third) };
  }
  const [day, month] = dialect === "v1" ? [second, first] : [first, second];
  const swapped = Number(month) > 12 && Number(day) <= 12;
  return {
    year: guessYear(third),
    month: Number(swapped ? day : month),
    day: Number(swapped ? month : day),
  };
}

// People who type "17" into a filter do not mean the first century, although the v2 grammar does.
function guessYear(text = ""): number {
  const year = Number(text.slice(0, 4));
  if (text.length > 2) {
    return year;
  }
  return year >= 69 ? 1900 + year : 2000 + year;
}

// Returns the nearest existing day: 31 Feb becomes the last day of February, and a day that the zone skipped becomes
// the day after it.
function constrain(numbers: DateNumbers, used: number, context: DateContext): DateGuess {
  const date = Temporal.PlainDate.from(
    {
      year: Math.max(1, numbers.year),
      month: Math.max(1, Math.min(12, numbers.month)),
      day: Math.max(1, Math.min(31, numbers.day)),
    },
    { overflow: "constrain" },
  );
  return { date: dayExists(date, context.zone) ? date : date.add({ days: 1 }), used };
}
