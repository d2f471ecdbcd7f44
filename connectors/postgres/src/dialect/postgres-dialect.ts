import { type DayRange, type DecimalRange, roundDecimal } from "@wellhead/sdk";
import type { BindValue, Dialect, TableColumn } from "@wellhead/sql";
import { arrayLiteral } from "./array-literal.js";
import { containsText, textArray } from "./text-conditions.js";

const largestBigint = 2n ** 63n - 1n;

/** How PostgreSQL says what a table filter asks for. */
export const postgresDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (index) => `$${index}`,
  inPeriod,
  inRange,
  oneOf,
  // A composite value is NULL for SQL when all its fields are, but a row shows it as an object.
  isNull: ({ name }) => `pg_catalog.num_nulls(${postgresDialect.quote(name)}) = 1`,
  contains: (column, text, bind) =>
    containsText({ value: textOf(column), encoding: column.encoding }, text, bind),
  page: (limit, skip, bind) => {
    const most = limit === undefined ? "" : ` limit ${bind(String(limit))}::bigint`;
    return skip === 0 ? most : `${most} offset ${bind(String(skip))}::bigint`;
  },
};

/**
 * Writes a column as the text that lists of its values show, and that such values are compared with. Bytes are base64, as
 * in rows.
 *
 * @param column - The column
 * @returns An expression of text
 */
export function textOf({ name, databaseType }: Pick<TableColumn, "name" | "databaseType">): string {
  const quoted = postgresDialect.quote(name);
  if (databaseType !== "bytea") return `${quoted}::text`;
  // The server breaks long lines of base64.
  return `pg_catalog.replace(pg_catalog.encode(${quoted}, 'base64'), E'\\n', '')`;
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const name = postgresDialect.quote(column.name);
  if (column.nature === "date") {
    const { firstDay, lastDay } = period;
    return [
      ...(firstDay === undefined ? [] : [`${name} >= ${bind(dayText(firstDay))}::date`]),
      ...(lastDay === undefined ? [] : [`${name} <= ${bind(dayText(lastDay))}::date`]),
    ];
  }
  const { min, max } = period;
  const instant = (text: string) =>
    column.nature === "timestamp"
      ? `(${bind(text)}::timestamptz at time zone 'UTC')`
      : `${bind(text)}::timestamptz`;
  return [
    ...(min === undefined ? [] : [`${name} >= ${instant(dayText(min))}`]),
    // A period ends with its last millisecond; columns hold microseconds.
    ...(max === undefined ? [] : [`${name} <= ${instant(dayText(max).replace("Z", "999Z"))}`]),
  ];
}

/** PostgreSQL writes years of more than four digits without a sign. */
function dayText(iso: string): string {
  return iso.replace(/^\+0*/, "");
}

function inRange(column: TableColumn, range: DecimalRange, bind: BindValue): readonly string[] {
  const name = postgresDialect.quote(column.name);
  const ends = [
    ...(range.min === undefined
      ? []
      : [`${name} >= ${bound(column, { text: range.min, round: "up" }, bind)}`]),
    ...(range.max === undefined
      ? []
      : [`${name} <= ${bound(column, { text: range.max, round: "down" }, bind)}`]),
  ];
  // PostgreSQL takes NaN for larger than every number.
  return ends.length === 0 || column.nature === "integer" ? ends : [...ends, `${name} <> 'NaN'`];
}

/** One end of a range, in the kind of number that the column holds, so that an index serves. */
function bound(
  { nature, databaseType }: TableColumn,
  { text, round }: { readonly text: string; readonly round: "up" | "down" },
  bind: BindValue,
): string {
  if (nature !== "integer") {
    const floating = floatText(databaseType, text);
    return floating === undefined ? `${bind(text)}::numeric` : `${bind(floating)}::float8`;
  }
  const whole = roundDecimal(text, round);
  return `${bind(whole)}::${isBigint(whole) ? "bigint" : "numeric"}`;
}

/** The number as a column of floats would hold it; `undefined` for a column of decimals. */
function floatText(databaseType: string, text: string): string | undefined {
  if (databaseType === "real") return String(Math.fround(Number(text)));
  return databaseType === "double precision" ? String(Number(text)) : undefined;
}

function isBigint(whole: string): boolean {
  const value = BigInt(whole);
  return value <= largestBigint && value >= -largestBigint - 1n;
}

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { nature, databaseType } = column;
  const name = postgresDialect.quote(column.name);
  const any = (found: readonly string[], type: string) => `any (${bind(arrayLiteral(found))}::${type}[])`;
  if (nature === "integer") {
    return `${name} = ${any(
      values.filter((value) => !value.includes(".") && isBigint(value)),
      "bigint",
    )}`;
  }
  if (nature === "boolean") return `${name} = ${any(values, "boolean")}`;
  if (nature === "number") {
    const floats = values.map((value) => floatText(databaseType, value) ?? value);
    return `${name} = ${any(floats, floatText(databaseType, "0") === undefined ? "numeric" : "float8")}`;
  }
  const texts = () => textArray(column, values, bind);
  const exact = texts();
  if (exact === undefined) return "false";
  // Spaces at the end of such a column are no part of the value.
  if (databaseType.startsWith("character(")) return `${name} = any (${exact}::bpchar[])`;
  const exactly = `${textOf(column)} collate "C" = any (${exact})`;
  // A collation may take different texts for equal. The first condition lets an index serve.
  return nature === "text" && databaseType !== "uuid"
    ? `(${name} = any (${texts()}) and ${exactly})`
    : exactly;
}
