import { type DayRange, type DecimalRange, roundDecimal } from "@wellhead/sdk";
import type { BindValue, Dialect, TableColumn } from "@wellhead/sql";

/** How MySQL says "all of them" where it insists on a number. */
const allRows = "18446744073709551615";
/** Digits of the largest decimal, and how many of them may stand behind the point. */
const decimalDigits = 65;
const decimalPlaces = 30;
/** Values up to which a condition is repeated for the sake of an index: a statement has at most 65,535 parameters. */
const maxIndexedValues = 1000;

/** How MySQL and MariaDB say what a table filter asks for. */
export const mysqlDialect: Dialect = {
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  parameter: () => "?",
  inPeriod,
  inRange,
  oneOf,
  isNull: (column) => {
    const isNull = `${mysqlDialect.quote(column.name)} is null`;
    return isDay(column) ? `(${isNull} or not (${isRealDay(column)}))` : isNull;
  },
  contains: (column, text, bind) =>
    `locate(${bytesOf(`lower(convert(${bind(text)} using utf8mb4))`)}, ${bytesOf(`lower(${utf8Of(column)})`)}) > 0`,
  // These are whole numbers that the request's own reader has made; MySQL takes no text for them.
  page: (limit, skip) =>
    ` limit ${limit === undefined ? allRows : BigInt(limit)}${skip === 0 ? "" : ` offset ${BigInt(skip)}`}`,
};

/** Types whose values are bytes; rows show them in base64. */
const binary = /^(?:tiny|medium|long)?blob|^(?:var)?binary|^geom|^(?:multi)?(?:point|linestring|polygon)/;

/**
 * Writes a column as the text that the values of the catalogue are, whatever its character set. Bytes are base64, as in
 * rows.
 *
 * @param column - The column
 * @returns An expression of text in utf8mb4
 */
export function utf8Of({ name, nature, databaseType, encoding }: TableColumn): string {
  const quoted = mysqlDialect.quote(name);
  if (encoding !== undefined)
    return `convert(convert(cast(convert(${quoted} using latin1) as binary) using ${encoding.name}) using utf8mb4)`;
  if (nature === "text") return `convert(${quoted} using utf8mb4)`;
  if (nature === "boolean") return `convert(elt(1 + ${quoted}, 'false', 'true') using utf8mb4)`;
  // The server breaks long lines of base64.
  if (binary.test(databaseType)) return `convert(replace(to_base64(${quoted}), '\\n', '') using utf8mb4)`;
  const value = databaseType.startsWith("bit") ? `cast(${quoted} as unsigned)` : quoted;
  return `convert(cast(${value} as char) using utf8mb4)`;
}

function isDay({ nature }: TableColumn): boolean {
  return nature === "date" || nature === "timestamp" || nature === "instant";
}

/** Days such as `0000-00-00` and `2024-00-00` are in no calendar; rows show them as `null`. */
function isRealDay({ name }: TableColumn): string {
  const quoted = mysqlDialect.quote(name);
  return `month(${quoted}) > 0 and dayofmonth(${quoted}) > 0`;
}

/** Text as its bytes: collations take different texts for equal, and leave out spaces at the end. */
function bytesOf(text: string): string {
  return `cast(${text} as binary)`;
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const ends = endsOfPeriod(column, period, bind);
  return ends.length === 0 ? ends : [...ends, isRealDay(column)];
}

function endsOfPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const name = mysqlDialect.quote(column.name);
  if (column.nature === "date") {
    const { firstDay, lastDay } = period;
    return [
      ...(firstDay === undefined ? [] : [`${name} >= cast(${bind(firstDay)} as date)`]),
      ...(lastDay === undefined ? [] : [`${name} <= cast(${bind(lastDay)} as date)`]),
    ];
  }
  const { min, max } = period;
  const instant = (text: string) => `cast(${bind(text.replace("T", " "))} as datetime(6))`;
  return [
    ...(min === undefined ? [] : [`${name} >= ${instant(min.replace("Z", ""))}`]),
    // A period ends with its last millisecond; columns hold microseconds.
    ...(max === undefined ? [] : [`${name} <= ${instant(max.replace("Z", "999"))}`]),
  ];
}

function inRange(column: TableColumn, { min, max }: DecimalRange, bind: BindValue): readonly string[] {
  const name = mysqlDialect.quote(column.name);
  return [
    ...(min === undefined ? [] : [`${name} >= ${bound(column, { text: min, round: "up" }, bind)}`]),
    ...(max === undefined ? [] : [`${name} <= ${bound(column, { text: max, round: "down" }, bind)}`]),
  ];
}

/** One end of a range, in the kind of number that the column holds, so that an index serves. */
function bound(
  { nature, databaseType }: TableColumn,
  { text, round }: { readonly text: string; readonly round: "up" | "down" },
  bind: BindValue,
): string {
  const floating = floatText(databaseType, text);
  if (floating !== undefined) return `(${bind(floating)} + 0e0)`;
  const rounded = roundDecimal(text, round, nature === "integer" ? 0 : decimalPlaces);
  if (nature === "integer" && Number.isSafeInteger(Number(rounded)))
    return `cast(${bind(rounded)} as signed)`;
  return decimalOf(rounded, bind);
}

/** A number as a decimal with all its digits. */
function decimalOf(text: string, bind: BindValue): string {
  const places = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  return `cast(${bind(text)} as decimal(${decimalDigits},${Math.min(places, decimalPlaces)}))`;
}

/** The number as a column of floats would hold it; `undefined` for a column of whole numbers or decimals. */
function floatText(databaseType: string, text: string): string | undefined {
  const value = Number(text);
  // Beyond the largest double there is nothing to compare with; MySQL would refuse the number.
  const finite = Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
  if (databaseType.startsWith("double")) return String(finite);
  return databaseType.startsWith("float")
    ? String(Math.fround(finite)).replace("Infinity", "1e39")
    : undefined;
}

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { nature, databaseType } = column;
  const name = mysqlDialect.quote(column.name);
  if (nature === "integer" || nature === "number") {
    const numbers = values.filter((value) => /\d/.test(value));
    const sought = numbers.map((value) => {
      const floating = floatText(databaseType, value);
      return floating === undefined ? decimalOf(value, bind) : `(${bind(floating)} + 0e0)`;
    });
    return sought.length === 0 ? "false" : `${name} in (${sought.join(", ")})`;
  }
  if (nature === "boolean")
    return `${name} in (${values.map((value) => Number(value === "true")).join(", ")})`;
  // A column whose character set lacks a letter of a value cannot be compared with it.
  const indexed = nature === "text" && column.holdsUnicode === true && values.length <= maxIndexedValues;
  const first = indexed ? `${name} in (${values.map(bind).join(", ")}) and ` : "";
  const exactly = values.map((value) => bytesOf(`convert(${bind(value)} using utf8mb4)`)).join(", ");
  return `(${first}${bytesOf(utf8Of(column))} in (${exactly}))`;
}
