import { type DayRange, type DecimalRange, type PeriodEnd, periodEnds, roundDecimal } from "@wellhead/sdk";
import {
  type BindValue,
  type Dialect,
  floatingBound,
  floatingValue,
  storedMoment,
  type TableColumn,
} from "@wellhead/sql";
import { arrayLiteral } from "./array-literal.js";
import { containsText, textArray } from "./text-conditions.js";

/** Number of digits after the second. */
const microseconds = 6;
const largestBigint = 2n ** 63n - 1n;

/** How PostgreSQL expresses a table filter in SQL. */
export const postgresDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (index) => `$${index}`,
  inPeriod,
  inRange,
  oneOf,
  // A composite value whose fields are all NULL is NULL in SQL, but a row shows it as an object.
  isNull: ({ name }) => `pg_catalog.num_nulls(${postgresDialect.quote(name)}) = 1`,
  hasNoDate: ({ name, category }) => {
    const quoted = postgresDialect.quote(name);
    const type = category === "instant" ? "timestamptz" : category;
    return `${quoted} is null or ${quoted} = '-infinity'::${type}`;
  },
  contains: (column, text, bind) =>
    containsText({ value: textOf(column), encoding: column.encoding }, text, bind),
  // Types print all that distinguishes their values, and read it again, in the settings of our sessions.
  keyText: ({ name, databaseType }) => ({
    text: `${postgresDialect.quote(name)}::text`,
    value: (parameter) => `${parameter}::text::${databaseType}`,
  }),
  comparesRows: true,
  page: (limit, skip, bind) => {
    const limitClause = limit === undefined ? "" : ` limit ${bind(String(limit))}::bigint`;
    return skip === 0 ? limitClause : `${limitClause} offset ${bind(String(skip))}::bigint`;
  },
};

/**
 * Returns the SQL of a column as text, as lists of its values show it and as it is compared. Bytes are base64, as in
 * rows.
 *
 * @param column - The column
 * @returns A text expression
 */
export function textOf({ name, databaseType }: Pick<TableColumn, "name" | "databaseType">): string {
  const quoted = postgresDialect.quote(name);
  // A cast adds the mask to a single address and drops trailing spaces. Rows show neither change, and are never empty.
  if (databaseType === "inet" || databaseType.startsWith("character("))
    return `nullif(pg_catalog.format('%s', ${quoted}), '')`;
  if (databaseType !== "bytea") return `${quoted}::text`;
  // Remove the line breaks that the server inserts into long base64.
  return `pg_catalog.replace(pg_catalog.encode(${quoted}, 'base64'), E'\\n', '')`;
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const name = postgresDialect.quote(column.name);
  if (column.category === "date") {
    const { firstDay, lastDay } = period;
    return [
      ...(firstDay === undefined ? [] : [`${name} >= ${bind(dayText(firstDay))}::date`]),
      ...(lastDay === undefined ? [] : [`${name} <= ${bind(dayText(lastDay))}::date`]),
    ];
  }
  const { min, max } = periodEnds(period, microseconds);
  const condition = ({ comparison, text }: PeriodEnd) => {
    const instant = `${bind(dayText(text))}::timestamptz`;
    return `${name} ${comparison} ${column.category === "timestamp" ? `(${instant} at time zone 'UTC')` : instant}`;
  };
  return [min, max].filter((end) => end !== undefined).map(condition);
}

/** Removes the sign and leading zeros of an expanded ISO year: PostgreSQL writes years after 9999 without a sign. */
function dayText(iso: string): string {
  return iso.replace(/^\+0*/, "");
}

function inRange(column: TableColumn, range: DecimalRange, bind: BindValue): readonly string[] {
  const { min, max } = range;
  const ends = [
    ...(min === undefined ? [] : [bound(column, { text: min, end: "min" }, bind)]),
    ...(max === undefined ? [] : [bound(column, { text: max, end: "max" }, bind)]),
  ];
  // PostgreSQL sorts NaN after every number.
  return ends.length === 0 || column.category === "integer"
    ? ends
    : [...ends, `${postgresDialect.quote(column.name)} <> 'NaN'`];
}

/** Returns the condition for one end of a range, in the number type of the column, so that an index can be used. */
function bound(
  { name, category, databaseType }: TableColumn,
  { text, end }: { readonly text: string; readonly end: "min" | "max" },
  bind: BindValue,
): string {
  const column = postgresDialect.quote(name);
  const inclusive = end === "min" ? ">=" : "<=";
  if (isFloating(databaseType)) {
    const { comparison, value } = floatingBound(end, text, isSingle(databaseType));
    return `${column} ${comparison} ${bind(String(value))}::float8`;
  }
  if (category !== "integer") return `${column} ${inclusive} ${bind(text)}::numeric`;
  const whole = roundDecimal(text, end === "min" ? "up" : "down");
  return `${column} ${inclusive} ${bind(whole)}::${isBigint(whole) ? "bigint" : "numeric"}`;
}

function isFloating(databaseType: string): boolean {
  return databaseType === "double precision" || isSingle(databaseType);
}

function isSingle(databaseType: string): boolean {
  return databaseType === "real";
}

function isBigint(whole: string): boolean {
  const value = BigInt(whole);
  return value <= largestBigint && value >= -largestBigint - 1n;
}

/** The settings of our sessions make the server write instants in UTC. */
function oneOfInstants(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const texts = values.map((value) =>
    storedMoment(column, value).replace(/^(\d[^ ]* [\d:.]+)(?=$| BC$)/, "$1+00"),
  );
  return `${textOf(column)} = any (${bind(arrayLiteral(texts))}::text[])`;
}

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { category, databaseType } = column;
  const name = postgresDialect.quote(column.name);
  const any = (found: readonly string[], type: string) => `any (${bind(arrayLiteral(found))}::${type}[])`;
  if (category === "integer") {
    return `${name} = ${any(
      values.filter((value) => !value.includes(".") && isBigint(value)),
      "bigint",
    )}`;
  }
  if (category === "boolean") return `${name} = ${any(values, "boolean")}`;
  if (category === "number") {
    if (!isFloating(databaseType)) return `${name} = ${any(values, "numeric")}`;
    const numbers = values.map((value) =>
      /\d/.test(value) ? floatingValue(value, isSingle(databaseType)) : value,
    );
    return `${name} = ${any(numbers.filter((value) => value !== undefined).map(String), "float8")}`;
  }
  // Before any value is bound, because each must be in the statement.
  if (category === "instant") return oneOfInstants(column, values, bind);
  const stored = values.map((value) => storedMoment(column, value));
  const texts = () => textArray(column, stored, bind);
  const exact = texts();
  if (exact === undefined) return "false";
  // Trailing spaces are not part of the value in a `character` column.
  if (databaseType.startsWith("character(")) return `${name} = any (${exact}::bpchar[])`;
  const exactly = `${textOf(column)} collate "C" = any (${exact})`;
  // A collation may treat different texts as equal. The first condition allows an index to be used.
  return category === "text" && databaseType !== "uuid"
    ? `(${name} = any (${texts()}) and ${exactly})`
    : exactly;
}
