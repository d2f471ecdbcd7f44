import { type BindValue, caseVariants, type Dialect, storedMoment, type TableColumn } from "@wellhead/sql";
import { textOf } from "./column-text.js";
import { inPeriod } from "./date-conditions.js";
import { inRange, oneOfNumbers } from "./number-conditions.js";
import { quoteName } from "./quote-name.js";

/** A row count that no table has. Servers before 19 fail with much larger ones. */
const allRows = "1000000000000000";

/** How ClickHouse expresses a table filter in SQL. */
export const clickhouseDialect: Dialect = {
  quote: quoteName,
  // Never sent: `writeValues` replaces each parameter with its value as a literal.
  parameter: (index) => `{p${index}}`,
  inPeriod,
  inRange,
  oneOf,
  isNull: ({ name }) => `isNull(${quoteName(name)})`,
  contains,
  page: (limit, skip) => ` limit ${BigInt(skip)}, ${limit === undefined ? allRows : BigInt(limit)}`,
};

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { category } = column;
  if (category === "integer" || category === "number") return oneOfNumbers(column, values, bind);
  if (category === "boolean")
    return `toUInt8(${quoteName(column.name)}) in (${values.map((value) => Number(value === "true")).join(", ")})`;
  const stored = values.map((value) => storedMoment(column, value));
  return `${textOf(column)} in (${stored.map(bind).join(", ")})`;
}

function contains(column: TableColumn, text: string, bind: BindValue): string {
  const { needle, upper, lower } = caseVariants(text);
  const capitals = Array.from(upper);
  const letters = Array.from(lower);
  const searched = capitals.reduce(
    (sql, capital, index) => `replaceAll(${sql}, ${bind(capital)}, ${bind(letters[index] ?? "")})`,
    textOf(column),
  );
  return `position(${searched}, ${bind(needle)}) > 0`;
}
