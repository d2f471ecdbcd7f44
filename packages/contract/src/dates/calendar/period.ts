import type { Temporal } from "temporal-polyfill";

/** The calendar periods of the date range language, shortest first. */
export const periods = ["day", "week", "month", "quarter", "year"] as const;

/** One of the calendar periods. */
export type Period = (typeof periods)[number];

/** First day of the week, in ISO numbers. */
export type WeekStart = 1 | 7;

/** A period, and the first day of its weeks. */
export interface PeriodStartOptions {
  readonly period: Period;
  /** 1 for Monday (ISO weeks), 7 for Sunday. */
  readonly weekStart: WeekStart;
}

type StartOf = (date: Temporal.PlainDate, weekStart: WeekStart) => Temporal.PlainDate;

const startOf: Readonly<Record<Period, StartOf>> = {
  day: (date) => date,
  week: (date, weekStart) => date.subtract({ days: (date.dayOfWeek - weekStart + 7) % 7 }),
  month: (date) => date.with({ day: 1 }),
  quarter: (date) => date.with({ day: 1, month: date.month - ((date.month - 1) % 3) }),
  year: (date) => date.with({ day: 1, month: 1 }),
};

/** Returns the first day of the aligned period that contains the date. */
export function startOfPeriod(
  date: Temporal.PlainDate,
  { period, weekStart }: PeriodStartOptions,
): Temporal.PlainDate {
  return startOf[period](date, weekStart);
}

const durationOf: Readonly<Record<Period, (count: number) => Temporal.DurationLike>> = {
  day: (days) => ({ days }),
  week: (weeks) => ({ weeks }),
  month: (months) => ({ months }),
  quarter: (quarters) => ({ months: 3 * quarters }),
  year: (years) => ({ years }),
};

/** Adds periods to a date. A negative count subtracts. The 31st becomes the last day of a shorter month. */
export function addPeriods(date: Temporal.PlainDate, period: Period, count: number): Temporal.PlainDate {
  return date.add(durationOf[period](count));
}

/** Returns the period that a word names in the singular. */
export function periodOfSingular(word: string): Period | undefined {
  return periods.find((period) => period === word);
}

/** Returns the period that a word names in the plural. */
export function periodOfPlural(word: string): Period | undefined {
  return periods.find((period) => `${period}s` === word);
}
