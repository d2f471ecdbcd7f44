import { Temporal } from "temporal-polyfill";
import { resolveZone } from "./calendar/date-context.js";
import { type ReadFilterDateOptions, readFilterDate } from "./read-filter-date.js";

/** The calendar days of a date filter as `YYYY-MM-DD`, both included; an open end is absent. */
export interface FilterDays {
  /** First day in the range. */
  readonly firstDay?: string;
  /** Last day in the range. */
  readonly lastDay?: string;
}

/** One end of a filter: what was sent, and the instant it means. */
interface End {
  readonly text: string;
  readonly instant: number;
  readonly zone: string | undefined;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/**
 * Midnight of the easternmost zone that many people live in: New Zealand in summer, UTC+13. With it every midnight
 * from UTC-10 (Hawaii) to UTC+13 can be recognised from its instant alone.
 */
const easternmost = 13 * 60 * minute;

/**
 * Reads the value of a date filter as calendar days, for columns that hold days and no times. Every day that the
 * filter touches is included.
 *
 * - A date, and a date-time with an offset or without a zone, is the day that it names.
 * - A date-time in UTC (`Z`) that can be midnight in some zone is the day in that zone, because platforms send the days of
 *   their users this way. Any other is its day in UTC. When `zone` is given, it is the day in that zone.
 * - An expression is read in `zone`.
 *
 * @param value - The filter's value, straight from the request.
 * @param options - The current time, the account's zone, the dialect of raw expressions.
 * @returns The days for the connector's author.
 * @throws DateRangeError as {@link readFilterDate} does.
 * @see The connector contract, "Dates in filters"
 */
export function readFilterDays(value: unknown, options: ReadFilterDateOptions): FilterDays {
  const { min, max } = readFilterDate(value, options);
  const end = (name: "_min" | "_max", instant: string): End => ({
    text: textOf(value, name),
    instant: Date.parse(instant),
    zone: options.zone === undefined ? undefined : resolveZone(options.zone),
  });
  return {
    ...(min !== undefined && { firstDay: firstDay(end("_min", min)) }),
    ...(max !== undefined && { lastDay: lastDay(end("_max", max)) }),
  };
}

function textOf(value: unknown, name: "_min" | "_max"): string {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : value;
  return typeof text === "string" ? text.trim() : "";
}

function firstDay(end: End): string {
  const { instant } = end;
  return namedDay(end) ?? dayOf(isMidnight(instant) ? instant + easternmost : instant);
}

function lastDay(end: End): string {
  const after = end.instant + 1;
  return namedDay(end) ?? dayOf(isMidnight(after) ? after + easternmost - day : end.instant);
}

/**
 * Returns the day that a text names, or that the zone's clock shows; `undefined` for an instant in UTC without a zone.
 */
function namedDay({ text, instant, zone }: End): string | undefined {
  const isInstant = /[Tt ].*[Zz]$/.test(text);
  const named = /^([+-]\d{6}|\d{4})-\d{2}-\d{2}/.exec(text)?.[0];
  // A year can have six digits, such as +002017. The systems that get the day know four.
  if (named !== undefined && !isInstant) return Temporal.PlainDate.from(named).toString();
  if (named !== undefined && zone === undefined) return undefined;
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone ?? "UTC");
  return local.toPlainDate().toString();
}

/** Reports whether an instant can be a midnight: offsets of zones are multiples of 15 minutes. */
function isMidnight(instant: number): boolean {
  return instant % (15 * minute) === 0;
}

function dayOf(instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO("UTC").toPlainDate().toString();
}
