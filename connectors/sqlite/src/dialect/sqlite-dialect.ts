import type { DateRange, NumberRange } from "@wellhead/sdk";
import type { BindValue, Dialect, TableColumn } from "@wellhead/sql";

/** How SQLite says what a table filter asks for. */
export const sqliteDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (index) => `?${index}`,
  inPeriod,
  inRange,
  oneOf: (column, values, bind) => {
    const name = sqliteDialect.quote(column.name);
    const bound = values.map((value) => bind(value)).join(", ");
    // Compared as it is, an index of a text column serves.
    return column.nature === "text" && /char|clob|text/i.test(column.databaseType)
      ? `${name} in (${bound})`
      : `cast(${name} as text) in (${bound})`;
  },
  contains: (column, text, bind) =>
    `instr(lower(cast(${sqliteDialect.quote(column.name)} as text)), lower(${bind(text)})) > 0`,
  page: (limit, skip, bind) =>
    ` limit ${limit === undefined ? "-1" : `cast(${bind(String(limit))} as integer)`} offset cast(${bind(String(skip))} as integer)`,
};

/** Text to the millisecond, in which dates and times sort as they come. */
const moment = "'%Y-%m-%d %H:%M:%f'";

/**
 * A column's value as a date or time, by what it is: text as it reads, whole numbers as seconds since 1970 or from
 * 10^11 on as milliseconds, numbers with a fraction as Julian days or beyond their range as seconds.
 */
function momentOf(name: string, format: string): string {
  return `case typeof(${name}) when 'text' then strftime(${format}, ${name})
when 'integer' then case when ${name} between -99999999999 and 99999999999 then strftime(${format}, ${name}, 'unixepoch') else strftime(${format}, ${name} / 1000.0, 'unixepoch') end
when 'real' then case when ${name} >= 0 and ${name} < 5373484.5 then strftime(${format}, ${name}) else strftime(${format}, ${name}, 'unixepoch') end end`;
}

function inPeriod(column: TableColumn, { min, max }: DateRange, bind: BindValue): readonly string[] {
  const name = sqliteDialect.quote(column.name);
  const isDate = column.nature === "date";
  const value = momentOf(name, isDate ? "'%Y-%m-%d'" : moment);
  // The zone of a filter is not known here, so a day begins at the midnight nearest to the instant.
  const edge = (instant: string) =>
    isDate ? `strftime('%Y-%m-%d', ${bind(instant)}, '+12 hours')` : `strftime(${moment}, ${bind(instant)})`;
  return [
    ...(min === undefined ? [] : [`${value} >= ${edge(min)}`]),
    ...(max === undefined ? [] : [`${value} < ${edge(nextMillisecond(max))}`]),
  ];
}

/** The end of a period is its last millisecond. */
function nextMillisecond(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString();
}

function inRange(column: TableColumn, { min, max }: NumberRange, bind: BindValue): readonly string[] {
  const name = sqliteDialect.quote(column.name);
  // Text sorts behind all numbers, so a lower end alone would let it through.
  const isNumber = `typeof(${name}) in ('integer', 'real')`;
  const bound = (value: number) => `cast(${bind(String(value))} as numeric)`;
  const conditions = [
    ...(min === undefined ? [] : [`${name} >= ${bound(min)}`]),
    ...(max === undefined ? [] : [`${name} <= ${bound(max)}`]),
  ];
  return conditions.length === 0 ? [] : [...conditions, isNumber];
}
