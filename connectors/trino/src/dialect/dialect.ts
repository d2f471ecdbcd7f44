import { type DayRange, periodEnds } from "@wellhead/sdk";
import { type BindValue, type Dialect, storedMoment, type TableColumn } from "@wellhead/sql";
import { inRange, oneOfNumbers } from "./number-conditions.js";
import { quoteName } from "./quote-name.js";

/** How Trino expresses a table filter in SQL. */
export const trinoDialect: Dialect = {
  quote: quoteName,
  parameter: () => "?",
  inPeriod,
  inRange,
  oneOf,
  isNull: ({ name }) => `${quoteName(name)} is null`,
  contains: (column, text, bind) => `strpos(lower(${textOf(column)}), lower(${bind(text)})) > 0`,
  // These are integers that the request's reader has created. Trino requires the offset first.
  page: (limit, skip) =>
    `${skip === 0 ? "" : ` offset ${BigInt(skip)}`}${limit === undefined ? "" : ` limit ${BigInt(limit)}`}`,
};

/**
 * Returns the SQL of a column as text, as lists of its values show it and as it is compared. Bytes are base64 and
 * structured values are JSON, as in rows.
 *
 * @param column - The column
 * @returns A text expression
 */
export function textOf({ name, databaseType }: Pick<TableColumn, "name" | "databaseType">): string {
  const quoted = quoteName(name);
  if (databaseType === "varbinary") return `to_base64(${quoted})`;
  if (databaseType === "json") return `json_format(${quoted})`;
  if (/^(?:array|map|row)\b/.test(databaseType)) return `json_format(cast(${quoted} as json))`;
  // Rows show instants in UTC, whatever the zone that a value has.
  if (isInstant(databaseType)) return `cast(at_timezone(${quoted}, 'UTC') as varchar)`;
  return `cast(${quoted} as varchar)`;
}

function isInstant(databaseType: string): boolean {
  return /^timestamp.* with time zone$/.test(databaseType);
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const name = quoteName(column.name);
  if (column.category === "date") {
    const { firstDay, lastDay } = period;
    const day = (text: string) => `cast(${bind(plainYear(text))} as date)`;
    return [
      ...(firstDay === undefined ? [] : [`${name} >= ${day(firstDay)}`]),
      ...(lastDay === undefined ? [] : [`${name} <= ${day(lastDay)}`]),
    ];
  }
  const precision = Math.max(3, Number(/\((\d+)\)/.exec(column.databaseType)?.[1] ?? 3));
  const zoned = column.category === "instant";
  const type = `timestamp(${precision})${zoned ? " with time zone" : ""}`;
  const { min, max } = periodEnds(period, precision);
  return [min, max]
    .filter((end) => end !== undefined)
    .map(({ comparison, text }) => {
      const moment = plainYear(text)
        .replace("T", " ")
        .replace("Z", zoned ? " UTC" : "");
      return `${name} ${comparison} cast(${bind(moment)} as ${type})`;
    });
}

/** Removes the sign and leading zeros of an expanded ISO year: Trino writes years after 9999 without a sign. */
function plainYear(iso: string): string {
  return iso.replace(/^\+0*/, "");
}

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { category } = column;
  if (category === "integer" || category === "number") return oneOfNumbers(column, values, bind);
  if (category === "boolean")
    return `${quoteName(column.name)} in (${values.map((value) => String(value === "true")).join(", ")})`;
  const compared = /^varchar\b/.test(column.databaseType) ? quoteName(column.name) : textOf(column);
  const zone = isInstant(column.databaseType) ? " UTC" : "";
  const stored = values.map((value) => `${storedMoment(column, value)}${zone}`);
  return `${compared} in (${stored.map(bind).join(", ")})`;
}
