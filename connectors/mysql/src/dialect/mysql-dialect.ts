import type { DateRange, NumberRange } from "@wellhead/sdk";
import type { BindValue, Dialect, TableColumn } from "@wellhead/sql";

const halfDay = 43_200_000;
const earliest = Date.UTC(1000, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** How MySQL says "all of them" where it insists on a number. */
const allRows = "18446744073709551615";

/** How MySQL and MariaDB say what a table filter asks for. */
export const mysqlDialect: Dialect = {
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  parameter: () => "?",
  inPeriod,
  inRange,
  oneOf: (column, values, bind) => `${textOf(column)} in (${values.map(bind).join(", ")})`,
  contains: (column, text, bind) =>
    `locate(lower(${bind(text)}), lower(cast(${mysqlDialect.quote(column.name)} as char))) > 0`,
  // These are whole numbers that the request's own reader has made; MySQL takes no text for them.
  page: (limit, skip) =>
    ` limit ${limit === undefined ? allRows : BigInt(limit)}${skip === 0 ? "" : ` offset ${BigInt(skip)}`}`,
};

/**
 * Writes a column as the text that the values of the catalogue are.
 *
 * @param column - The column
 * @returns The column itself when it holds text, so that an index serves
 */
export function textOf({ name, databaseType }: TableColumn): string {
  const quoted = mysqlDialect.quote(name);
  return /^(?:var)?char|text\b/.test(databaseType) ? quoted : `cast(${quoted} as char)`;
}

function inPeriod(column: TableColumn, { min, max }: DateRange, bind: BindValue): readonly string[] {
  const name = mysqlDialect.quote(column.name);
  // The zone of a filter is not known here, so a day begins at the midnight nearest to the instant.
  const isDay = column.nature === "date";
  const instant = (milliseconds: number) => {
    const bounded = Math.min(Math.max(milliseconds + (isDay ? halfDay : 0), earliest), latest);
    const text = new Date(bounded).toISOString();
    return isDay
      ? `cast(${bind(text.slice(0, 10))} as date)`
      : `cast(${bind(text.slice(0, -1).replace("T", " "))} as datetime(3))`;
  };
  return [
    ...(min === undefined ? [] : [`${name} >= ${instant(Date.parse(min))}`]),
    // The end of a range is its last millisecond; columns hold microseconds, so it ends before the next one.
    ...(max === undefined ? [] : [`${name} < ${instant(Date.parse(max) + 1)}`]),
  ];
}

function inRange(column: TableColumn, { min, max }: NumberRange, bind: BindValue): readonly string[] {
  const name = mysqlDialect.quote(column.name);
  const bound = (value: number, whole: (value: number) => number) => {
    const number = column.nature === "integer" ? whole(value) : value;
    // Compared as its own kind an index serves; a decimal keeps what is written whole.
    const type = Number.isSafeInteger(number) ? "signed" : "decimal(65,30)";
    return `cast(${bind(String(number))} as ${type})`;
  };
  return [
    ...(min === undefined ? [] : [`${name} >= ${bound(min, Math.ceil)}`]),
    ...(max === undefined ? [] : [`${name} <= ${bound(max, Math.floor)}`]),
  ];
}
