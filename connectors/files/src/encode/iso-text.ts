import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "../engine/duckdb.js";

/** SQL expressions from which the text of a timestamp is built. */
interface Moment {
  /** SQL expression for a value without a zone that `strftime` accepts. */
  readonly value: string;
  /** SQL expression for the fraction of the second, in microseconds. */
  readonly fraction: string;
  /** Suffix after the time. */
  readonly zone: string;
}

/**
 * Returns an SQL expression that converts dates and times to JSON strings in ISO 8601.
 *
 * @param type - Type of the values
 * @param value - SQL expression for a value
 * @returns SQL expression for text in quotes, or NULL for the infinities; `undefined` when the type is not a date or
 * time
 */
export function isoText(type: DuckDBType, value: string): string | undefined {
  const micros = `epoch_us(${value})`;
  switch (type.typeId) {
    case DuckDBTypeId.DATE:
      return inYears({ type: "DATE", value }, (format) => `strftime(${value}, '${format}"')`);
    case DuckDBTypeId.TIMESTAMP:
      return inYears({ type: "TIMESTAMP", value }, (format) =>
        momentText(format, { value, fraction: `${micros} % 1000000`, zone: "" }),
      );
    case DuckDBTypeId.TIMESTAMP_TZ:
      return zonedText(value, micros);
    case DuckDBTypeId.TIMESTAMP_NS:
      return nanosText(value);
    case DuckDBTypeId.TIME:
      return timeText(value);
    default:
      return undefined;
  }
}

/**
 * Converting through microseconds costs a quarter of a conversion between zones. Besides, the engine counts the years
 * of instants historically, without a year 0, but those of values without a zone as ISO 8601 does.
 */
function zonedText(value: string, micros: string): string {
  const naive = `make_timestamp(${micros})`;
  return inYears({ type: "TIMESTAMPTZ", value, naive }, (format) =>
    momentText(format, { value: naive, fraction: `${micros} % 1000000`, zone: "Z" }),
  );
}

/** A date or time whose year may have more than four digits, or a sign. */
interface YearOptions {
  readonly type: "DATE" | "TIMESTAMP" | "TIMESTAMPTZ";
  /** SQL expression for the value. */
  readonly value: string;
  /** SQL expression for the same value without a zone. Default: the value. */
  readonly naive?: string;
}

/** Writes the year as ISO 8601 does: a year outside 0000 to 9999 gets a sign and six digits. */
function inYears({ type, value, naive = value }: YearOptions, write: (format: string) => string): string {
  const bound = (year: string): string => `${type} '${year}'`;
  const sign = `CASE WHEN ${value} < ${bound("0001-01-01 (BC)")} THEN '"-' ELSE '"+' END`;
  return `CASE WHEN ${value} >= ${bound("0001-01-01 (BC)")} AND ${value} < ${bound("10000-01-01")} THEN ${write('"%Y-%m-%d')}
    WHEN isfinite(${value}) THEN ${sign} || lpad(CAST(abs(year(${naive})) AS VARCHAR), 6, '0') || ${write("-%m-%d")} END`;
}

/** Writes a timestamp with zero, three or six digits of the fraction, as needed. */
function momentText(format: string, { value, fraction, zone }: Moment): string {
  const write = (digits: string): string => `strftime(${value}, '${format}T%H:%M:%S${digits}${zone}"')`;
  return `CASE WHEN ${fraction} = 0 THEN ${write("")} WHEN ${fraction} % 1000 = 0 THEN ${write(".%g")} ELSE ${write(".%f")} END`;
}

/** Timestamps in nanoseconds range from 1677 to 2262, so every year has four digits. */
function nanosText(value: string): string {
  const moment = {
    value: `CAST(${value} AS TIMESTAMP)`,
    fraction: `epoch_us(CAST(${value} AS TIMESTAMP)) % 1000000`,
    zone: "",
  };
  const whole = momentText('"%Y-%m-%d', moment);
  // A format with text after `%n` makes the engine write that text instead of the nanoseconds, so the quotes are
  // concatenated.
  const exact = `'"' || strftime(${value}, '%Y-%m-%dT%H:%M:%S.%n') || '"'`;
  return `CASE WHEN NOT isfinite(${value}) THEN NULL WHEN epoch_ns(${value}) % 1000 = 0 THEN ${whole} ELSE ${exact} END`;
}

/** Pads the fraction, because the engine omits trailing zeros. */
function timeText(value: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  const fraction = `microsecond(${value}) % 1000000`;
  return `'"' || CASE WHEN ${fraction} = 0 THEN ${text} WHEN ${fraction} % 1000 = 0 THEN rpad(${text}, 12, '0') ELSE rpad(${text}, 15, '0') END || '"'`;
}
