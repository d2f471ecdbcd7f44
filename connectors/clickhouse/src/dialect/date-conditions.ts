import { type DayRange, type PeriodEnd, type PeriodEnds, periodEnds } from "@wellhead/sdk";
import type { BindValue, TableColumn } from "@wellhead/sql";
import { valueType } from "../encode/value-kind.js";
import { quoteName } from "./quote-name.js";

/** The range of a type, and how its values are compared. */
interface DateType {
  /** Number of digits after the second; none for days. */
  readonly digits?: number;
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
  const type = dateType(column.databaseType);
  const { min, max } = type.digits === undefined ? daysOf(period) : periodEnds(period, type.digits);
  return [min, max]
    .filter((end) => end !== undefined)
    .map((end) => endCondition(quoteName(column.name), { type, end, bind }));
}

function daysOf({ firstDay, lastDay }: DayRange): PeriodEnds {
  return {
    ...(firstDay !== undefined && { min: { comparison: ">=", text: firstDay } }),
    ...(lastDay !== undefined && { max: { comparison: "<=", text: lastDay } }),
  };
}

interface EndFacts {
  readonly type: DateType;
  readonly end: PeriodEnd;
  readonly bind: BindValue;
}

function endCondition(column: string, { type, end, bind }: EndFacts): string {
  const moment = end.text.replace("Z", "");
  // A year of more than four digits has a sign.
  const isLong = moment.startsWith("+");
  const isBelow = !isLong && moment < type.first;
  const isAbove = isLong || moment > type.last;
  if (end.comparison === "<=" ? isBelow : isAbove) return "0";
  return isBelow || isAbove ? `isNotNull(${column})` : type.compare(column, end, bind);
}

function dateType(databaseType: string): DateType {
  const { name, parameters } = valueType(databaseType);
  if (name === "Date") return { first: "1970-01-01", last: "2149-06-06", compare: compareDays };
  if (name === "Date32") return { first: "1900-01-01", last: "2299-12-31", compare: compareLongDays };
  if (name !== "DateTime64")
    return { digits: 0, first: "1970-01-01T00:00:00", last: "2106-02-07T06:28:15", compare: compareSeconds };
  const digits = Number(parameters[0] ?? 3);
  const compare = (column: string, { text, comparison }: PeriodEnd, bind: BindValue) =>
    `${column} ${comparison} toDateTime64(${bind(text.slice(0, -1).replace("T", " "))}, ${digits}, 'UTC')`;
  const last = digits < nanoseconds ? "2299-12-31T23:59:59.999999999" : "2262-04-11T23:47:16";
  return { digits, first: "1900-01-01T00:00:00", last, compare };
}

function compareDays(column: string, { text, comparison }: PeriodEnd): string {
  const day = Date.parse(text) / millisecondsPerDay;
  return day > lastCommonDay
    ? `toUInt16(${column}) ${comparison} ${day}`
    : `${column} ${comparison} toDate(${day})`;
}

function compareLongDays(column: string, { text, comparison }: PeriodEnd, bind: BindValue): string {
  return `${column} ${comparison} toDate32(${bind(text)})`;
}

/** The times of the column are whole seconds. */
function compareSeconds(column: string, { text, comparison }: PeriodEnd): string {
  return `${column} ${comparison} toDateTime(${Date.parse(text) / msPerSecond})`;
}
