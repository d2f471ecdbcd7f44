import type { DayRange } from "@wellhead/sdk";
import type { BindValue, TableColumn } from "@wellhead/sql";
import { valueType } from "../encode/value-kind.js";
import { quoteName } from "./quote-name.js";

/** One end of a period. */
interface PeriodEnd {
  /** ISO 8601 in UTC with milliseconds; a day for a column of days. */
  readonly text: string;
  readonly end: "min" | "max";
}

/** The range of a type, and how its values are compared. */
interface DateType {
  readonly first: string;
  readonly last: string;
  readonly compare: (column: string, end: PeriodEnd, bind: BindValue) => string;
}

const millisecondsPerDay = 86_400_000;
const msPerSecond = 1000;
/** The last day that servers before 20.12 can make from its number: 2106-02-07. */
const lastCommonDay = 49_710;
/** Number of digits after the second from which a `DateTime64` ends in 2262. */
const nanoseconds = 9;

/**
 * Returns the conditions for a period, both ends inclusive. A date beyond the type of the column would be wrapped around
 * by the server, so it is compared here.
 *
 * @param column - A column of dates
 * @param period - The period
 * @param bind - Binds a value
 * @returns One condition per end
 */
export function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const isDay = column.category === "date";
  const [min, max] = isDay ? [period.firstDay, period.lastDay] : [period.min, period.max];
  return [
    ...(min === undefined ? [] : [endCondition(column, { text: min, end: "min" }, bind)]),
    ...(max === undefined ? [] : [endCondition(column, { text: max, end: "max" }, bind)]),
  ];
}

function endCondition({ name, databaseType }: TableColumn, end: PeriodEnd, bind: BindValue): string {
  const quoted = quoteName(name);
  const type = dateType(databaseType);
  const isBelow = end.text < type.first;
  const isAbove = end.text > type.last;
  if (end.end === "min" ? isAbove : isBelow) return "0";
  return isBelow || isAbove ? `isNotNull(${quoted})` : type.compare(quoted, end, bind);
}

function dateType(databaseType: string): DateType {
  const { name, parameters } = valueType(databaseType);
  if (name === "Date") return { first: "1970-01-01", last: "2149-06-06", compare: compareDays };
  if (name === "Date32") {
    const compare = (column: string, { text, end }: PeriodEnd, bind: BindValue) =>
      `${column} ${signOf(end)} toDate32(${bind(text)})`;
    return { first: "1900-01-01", last: "2299-12-31", compare };
  }
  if (name !== "DateTime64")
    return { first: "1970-01-01T00:00:00.000Z", last: "2106-02-07T06:28:15.999Z", compare: compareSeconds };
  const places = Number(parameters[0] ?? 3);
  const compare = (column: string, end: PeriodEnd, bind: BindValue) =>
    `${column} ${signOf(end.end)} ${preciseTime(end, places, bind)}`;
  const last = places < nanoseconds ? "2299-12-31T23:59:59.999Z" : "2262-04-11T23:47:16.000Z";
  return { first: "1900-01-01T00:00:00.000Z", last, compare };
}

function signOf(end: "min" | "max"): string {
  return end === "min" ? ">=" : "<=";
}

function compareDays(column: string, { text, end }: PeriodEnd): string {
  const day = Date.parse(text) / millisecondsPerDay;
  return day > lastCommonDay
    ? `toUInt16(${column}) ${signOf(end)} ${day}`
    : `${column} ${signOf(end)} toDate(${day})`;
}

function compareSeconds(column: string, { text, end }: PeriodEnd): string {
  const seconds = Date.parse(text) / msPerSecond;
  // The times of the column are whole seconds.
  return `${column} ${signOf(end)} toDateTime(${end === "min" ? Math.ceil(seconds) : Math.floor(seconds)})`;
}

/** Returns the SQL of a time. The end of a period includes the whole of its last millisecond. */
function preciseTime({ text, end }: PeriodEnd, places: number, bind: BindValue): string {
  const scale = Math.max(3, places);
  const digits = text.slice(0, -1).replace("T", " ");
  const shown = digits.padEnd(digits.length + scale - 3, end === "min" ? "0" : "9");
  return `toDateTime64(${bind(shown)}, ${scale}, 'UTC')`;
}
