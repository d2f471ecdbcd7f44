import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDateRangeError } from "../calendar/date-range-error.js";
import { parseDateRange } from "../parse-date-range.js";

/** The long form tries more values. */
const runs = (fc.readConfigureGlobal().numRuns ?? 100) / 100;

// A second, naive reading of the v2 grammar: one regular expression for the form, `Date` in UTC for the meaning.
const day = 86_400_000;
const period = "(?:DAY|WEEK|MONTH|QUARTER|YEAR)";
const named = "(?:TODAY|YESTERDAY|\\d+\\s+\\w+\\s+\\d+|\\d+-\\w+-\\d+)";
const count = `[1-9]\\d*\\s+${period}S`;
const operand = `(?:${named}|${period}\\s+AGO|${count}\\s+AGO|(?:THIS|LAST|PREVIOUS)\\s+${period})`;
const form = new RegExp(
  `^\\s*(?:${named}|(?:THIS|LAST|PREVIOUS)\\s+${period}|(?:LAST|PREVIOUS)\\s+${count}` +
    `|BETWEEN\\s+${operand}\\s+AND\\s+${operand}|FROM\\s+${named}|TO\\s+${named}|FROM\\s+${named}\\s+TO\\s+${named})\\s*$`,
);

function startOf(name: string, time: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const starts: Readonly<Record<string, number>> = {
    DAY: Math.floor(time / day) * day,
    // 1 January 1970 was a Thursday.
    WEEK: (Math.floor((Math.floor(time / day) + 3) / 7) * 7 - 3) * day,
    MONTH: Date.UTC(year, month, 1),
    QUARTER: Date.UTC(year, Math.floor(month / 3) * 3, 1),
    YEAR: Date.UTC(year, 0, 1),
  };
  return starts[name] ?? Number.NaN;
}

function shift(name: string, time: number, by: number): number {
  const date = new Date(time);
  const months: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
  const size = months[name];
  return size === undefined
    ? time + by * (name === "WEEK" ? 7 : 1) * day
    : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by * size, 1);
}

const periods = fc.constantFrom("DAY", "WEEK", "MONTH", "QUARTER", "YEAR");
const numbers = fc.integer({ min: 1, max: 60 });
const nows = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) });

test("parseDateRange() agrees with the model on every counted period", () => {
  fc.assert(
    fc.property(periods, numbers, numbers, nows, (name, many, few, now) => {
      const current = startOf(name, now);
      const next = shift(name, current, 1);
      const back = (by: number): number => shift(name, current, -by);
      const today = startOf("DAY", now) + day - 1;
      const read = (text: string): readonly [number | null, number | null] => {
        const { min, max } = parseDateRange(text, { now });
        return [min, max];
      };
      expect(read(`THIS ${name}`)).toEqual([current, next - 1]);
      expect(read(`LAST ${name}`)).toEqual([current, next - 1]);
      expect(read(`LAST ${many} ${name}S`)).toEqual([back(many - 1), next - 1]);
      expect(read(`PREVIOUS ${name}`)).toEqual([back(1), current - 1]);
      expect(read(`PREVIOUS ${many} ${name}S`)).toEqual([back(many), current - 1]);
      expect(read(`BETWEEN ${many} ${name}S AGO AND TODAY`)).toEqual([back(many), today]);
      expect(read(`BETWEEN ${many + few} ${name}S AGO AND ${few} ${name}S AGO`)).toEqual([
        back(many + few),
        back(few) - 1,
      ]);
    }),
    { numRuns: 400 * runs },
  );
});

test("parseDateRange() accepts the form of exactly the texts that the model accepts", () => {
  const words =
    "TODAY YESTERDAY THIS LAST PREVIOUS BETWEEN AND AGO FROM TO DAY DAYS MONTH WEEKS 0 1 3 12 010 TOMORROW";
  const piece = fc.constantFrom(
    ...words.split(" "),
    "1 Jan 2017",
    "31-Feb-2017",
    "3 DAYS",
    "1 DAY",
    "2 WEEKS AGO",
  );
  const rightOnes: ReadonlyArray<readonly string[]> = [
    ["BETWEEN", "3 DAYS AGO", "AND", "TODAY"],
    ["FROM", "1 Jan 2017", "TO", "TODAY"],
    ["LAST", "3 DAYS"],
    ["PREVIOUS", "WEEK"],
    ["BETWEEN", "MONTH", "AGO", "AND", "THIS", "MONTH"],
  ];
  const nearlyRight = fc.constantFrom(...rightOnes);
  const text = fc.oneof(
    fc.array(piece, { maxLength: 7 }),
    fc.tuple(nearlyRight, fc.nat(6), piece).map(([pieces, at, put]) => pieces.with(at % pieces.length, put)),
  );
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(text, (pieces) => {
      const expression = pieces.join(" ");
      let isForm = true;
      try {
        parseDateRange(expression, { now: Date.UTC(2017, 5, 13) });
      } catch (error) {
        isForm = isDateRangeError(error) && error.kind !== "format";
      }
      expect(isForm, expression).toBe(form.test(expression));
      seen[isForm ? "accepted" : "refused"] += 1;
    }),
    { numRuns: 2000 * runs },
  );
  expect(seen.accepted).toBeGreaterThan(100 * runs);
  expect(seen.refused).toBeGreaterThan(100 * runs);
});
