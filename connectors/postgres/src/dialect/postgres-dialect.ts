import type { DateRange, NumberRange } from "@wellhead/sdk";
import type { BindValue, ColumnNature, Dialect, TableColumn } from "@wellhead/sql";
import { arrayLiteral } from "./array-literal.js";

/** How PostgreSQL says what a table filter asks for. */
export const postgresDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (index) => `$${index}`,
  inPeriod,
  inRange,
  oneOf: (column, values, bind) => {
    const name = postgresDialect.quote(column.name);
    const compared = column.databaseType === "text" ? name : `${name}::text`;
    return `${compared} = any (${bind(arrayLiteral(values))}::text[])`;
  },
  contains: (column, text, bind) =>
    `pg_catalog.strpos(pg_catalog.lower(${postgresDialect.quote(column.name)}::text), pg_catalog.lower(${bind(text)}::text)) > 0`,
  page: (limit, skip, bind) => {
    const most = limit === undefined ? "" : ` limit ${bind(String(limit))}::bigint`;
    return skip === 0 ? most : `${most} offset ${bind(String(skip))}::bigint`;
  },
};

/** How an instant is compared with a column, by what the column holds. */
const instants: ReadonlyMap<ColumnNature, (parameter: string) => string> = new Map([
  // The zone of a filter is not known here, so a day begins at the midnight nearest to the instant.
  ["date", (parameter) => `((${parameter}::timestamptz at time zone 'UTC') + interval '12 hours')::date`],
  ["timestamp", (parameter) => `(${parameter}::timestamptz at time zone 'UTC')`],
]);

function inPeriod(column: TableColumn, { min, max }: DateRange, bind: BindValue): readonly string[] {
  const name = postgresDialect.quote(column.name);
  const instant = instants.get(column.nature) ?? ((parameter: string) => `${parameter}::timestamptz`);
  return [
    ...(min === undefined ? [] : [`${name} >= ${instant(bind(min))}`]),
    ...(max === undefined ? [] : [`${name} < ${instant(bind(nextMillisecond(max)))}`]),
  ];
}

/** The end of a range is its last millisecond; columns hold microseconds, so it ends before the next one. */
function nextMillisecond(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString();
}

function inRange(column: TableColumn, { min, max }: NumberRange, bind: BindValue): readonly string[] {
  const name = postgresDialect.quote(column.name);
  const bound = (value: number, whole: (value: number) => number) => {
    if (column.nature !== "integer") return `${bind(String(value))}::numeric`;
    const integer = whole(value);
    // Compared as its own kind an index serves; beyond the safe range only a decimal is exact.
    return `${bind(String(integer))}::${Number.isSafeInteger(integer) ? "bigint" : "numeric"}`;
  };
  return [
    ...(min === undefined ? [] : [`${name} >= ${bound(min, Math.ceil)}`]),
    ...(max === undefined ? [] : [`${name} <= ${bound(max, Math.floor)}`]),
  ];
}
