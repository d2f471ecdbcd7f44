import { quoteText } from "../engine/quote.js";
import { numberMark } from "./marked-number.js";

/** Facts about all values of a column, counted by the engine. */
export interface ColumnFacts {
  /** Values that are not null. */
  readonly values: number;
  readonly texts: number;
  readonly numbers: number;
  readonly booleans: number;
  /** Arrays and objects. */
  readonly nested: number;
  /** Numbers with a mark. */
  readonly marked: number;
  /** Maximum number of digits before the point, without a leading zero. */
  readonly wholeDigits: number;
  /** Maximum number of digits after the point. */
  readonly fractionDigits: number;
  /** Numbers with an exponent, and negative zeros, which integer and decimal types cannot represent. */
  readonly onlyDoubles: number;
  /** Numbers that a double cannot represent. */
  readonly notDoubles: number;
  /** Texts that contain an escape. */
  readonly escaped: number;
  /** Numbers beyond BIGINT, and beyond HUGEINT. */
  readonly beyondBigint: number;
  readonly beyondHugeint: number;
  /** Texts that are dates, times without a time zone, and times with one. */
  readonly dates: number;
  readonly localTimes: number;
  readonly instants: number;
}

const marked = quoteText(`"${numberMark}`);

/**
 * Returns an expression that counts the rows where a condition is true. `FILTER` would do the same, but keeps a copy of
 * every column for each count.
 *
 * @param condition - The condition
 * @returns SQL
 */
function countWhere(condition: string): string {
  return `count(CASE WHEN ${condition} THEN 1 END)`;
}

/**
 * Returns an expression for the text of a number.
 *
 * @param value - Expression for the JSON text of the number, with or without a mark
 * @returns SQL
 */
export function numberText(value: string): string {
  const start = numberMark.length + 3;
  return `CASE WHEN starts_with(${value}, ${marked}) THEN substring(${value}, ${start}, length(${value}) - ${start}) ELSE ${value} END`;
}

/**
 * Returns an expression that is true for a number with a mark.
 *
 * @param value - Expression for the JSON text of any value
 * @returns SQL
 */
export function isMarked(value: string): string {
  return `starts_with(${value}, ${marked})`;
}

/**
 * Returns the expressions that count the kinds of values in a column.
 *
 * @param value - The column with the JSON text of each value
 * @returns SQL for: values, values in quotes, marked numbers, booleans, nested values, texts with escapes, minimum,
 *   maximum
 */
export function kindCounts(value: string): readonly string[] {
  const isText = `starts_with(${value}, '"')`;
  return [
    `count(${value})`,
    countWhere(isText),
    countWhere(isMarked(value)),
    countWhere(`${value} = 'true' OR ${value} = 'false'`),
    countWhere(`starts_with(${value}, '{') OR starts_with(${value}, '[')`),
    countWhere(`${isText} AND contains(${value}, '\\')`),
    `min(${value})`,
    `max(${value})`,
  ];
}

/**
 * Returns the expressions that measure the numbers of a column.
 *
 * @param value - The column, all of whose values are numbers
 * @param hasMarks - Whether some of them have a mark
 * @returns SQL for: digits before and after the point, numbers that only a double can represent, numbers that a double
 *   cannot represent, numbers beyond BIGINT and beyond HUGEINT
 */
export function numberMeasures(value: string, hasMarks: boolean): readonly string[] {
  const text = hasMarks ? `(${numberText(value)})` : value;
  const digits = `ltrim(${text}, '-')`;
  const point = `strpos(${text}, '.')`;
  const whole = `CASE WHEN starts_with(${digits}, '0') THEN 0 WHEN ${point} = 0 THEN length(${digits}) ELSE strpos(${digits}, '.') - 1 END`;
  const fraction = `CASE WHEN ${point} = 0 THEN 0 ELSE length(${text}) - ${point} END`;
  const measures = [`max(${whole})`, `max(${fraction})`];
  if (!hasMarks) return [...measures, "0", "0", "0", "0"];
  const onlyDouble = `regexp_full_match(${text}, '.*[eE].*|-0(\\.0+)?')`;
  const flag = `substring(${value}, ${numberMark.length + 2}, 1)`;
  return [
    ...measures,
    countWhere(`${isMarked(value)} AND ${onlyDouble}`),
    countWhere(`${isMarked(value)} AND ${flag} = 'x'`),
    countWhere(`${isMarked(value)} AND TRY_CAST(${text} AS BIGINT) IS NULL`),
    countWhere(`${isMarked(value)} AND TRY_CAST(${text} AS HUGEINT) IS NULL`),
  ];
}

// The engine would write years before 1000 differently.
const day = String.raw`"[1-9]\d{3}-\d{2}-\d{2}`;
const time = String.raw`[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?`;
const zone = String.raw`(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)`;

/** Matches texts that may be dates, by their first characters. */
export const maybeDate: RegExp = new RegExp(`^${day}`);

/**
 * Returns the expressions that count the dates of a column.
 *
 * @param value - The column, all of whose values are texts
 * @returns SQL for: dates, times without a time zone, times with one
 */
export function dateCounts(value: string): readonly string[] {
  const text = `substring(${value}, 2, length(${value}) - 2)`;
  const count = (pattern: string, type: string) =>
    countWhere(
      `regexp_full_match(${value}, ${quoteText(pattern)}) AND TRY_CAST(${text} AS ${type}) IS NOT NULL`,
    );
  return [
    count(`${day}"`, "DATE"),
    count(`${day}${time}"`, "TIMESTAMP"),
    count(`${day}${time}${zone}"`, "TIMESTAMPTZ"),
  ];
}
