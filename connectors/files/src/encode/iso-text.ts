import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";

/** SQL for a number of microseconds, and how the date and the time it belongs to are written. */
interface Moment {
  /** SQL that gives a value `strftime` takes and that has no zone. */
  readonly value: string;
  /** SQL that gives what is left of a second, in microseconds. */
  readonly fraction: string;
  /** What stands behind the time. */
  readonly zone: string;
}

/**
 * Writes SQL that makes dates and times JSON text of ISO 8601.
 *
 * @param type - Type of the values
 * @param value - SQL that gives a value
 * @returns SQL that gives text in quotes, NULL for the infinities; `undefined` when the type is another
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
 * The way by microseconds is a quarter of the cost of a conversion between zones. Besides, the engine counts the years of
 * instants as people do, without a year 0, and those of values without a zone as ISO 8601 does.
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
  /** SQL of the value. */
  readonly value: string;
  /** SQL of the same value without a zone. Default: the value. */
  readonly naive?: string;
}

/** A year outside 0000 to 9999 gets a sign and six digits, as ISO 8601 has it. */
function inYears({ type, value, naive = value }: YearOptions, write: (format: string) => string): string {
  const bound = (year: string): string => `${type} '${year}'`;
  const sign = `CASE WHEN ${value} < ${bound("0001-01-01 (BC)")} THEN '"-' ELSE '"+' END`;
  return `CASE WHEN ${value} >= ${bound("0001-01-01 (BC)")} AND ${value} < ${bound("10000-01-01")} THEN ${write('"%Y-%m-%d')}
    WHEN isfinite(${value}) THEN ${sign} || lpad(CAST(abs(year(${naive})) AS VARCHAR), 6, '0') || ${write("-%m-%d")} END`;
}

/** A fraction takes none, three or six digits. */
function momentText(format: string, { value, fraction, zone }: Moment): string {
  const write = (digits: string): string => `strftime(${value}, '${format}T%H:%M:%S${digits}${zone}"')`;
  return `CASE WHEN ${fraction} = 0 THEN ${write("")} WHEN ${fraction} % 1000 = 0 THEN ${write(".%g")} ELSE ${write(".%f")} END`;
}

/** Nanoseconds reach from 1677 to 2262, so there are no years to look after. */
function nanosText(value: string): string {
  const moment = {
    value: `CAST(${value} AS TIMESTAMP)`,
    fraction: `epoch_us(CAST(${value} AS TIMESTAMP)) % 1000000`,
    zone: "",
  };
  const whole = momentText('"%Y-%m-%d', moment);
  // The engine writes what stands behind nanoseconds in their place, so the quotes stand apart.
  const exact = `'"' || strftime(${value}, '%Y-%m-%dT%H:%M:%S.%n') || '"'`;
  return `CASE WHEN NOT isfinite(${value}) THEN NULL WHEN epoch_ns(${value}) % 1000 = 0 THEN ${whole} ELSE ${exact} END`;
}

/** The engine leaves out zeros at the end of a fraction. */
function timeText(value: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  const fraction = `microsecond(${value}) % 1000000`;
  return `'"' || CASE WHEN ${fraction} = 0 THEN ${text} WHEN ${fraction} % 1000 = 0 THEN rpad(${text}, 12, '0') ELSE rpad(${text}, 15, '0') END || '"'`;
}
