import { type DayRange, type DecimalRange, periodEnds, roundDecimal } from "@wellhead/sdk";
import {
  type BindValue,
  type Dialect,
  floatingBound,
  floatingValue,
  type KeyText,
  storedMoment,
  type TableColumn,
} from "@wellhead/sql";

/** The maximum row count. MySQL requires a number even when there is no limit. */
const allRows = "18446744073709551615";
/** Maximum number of digits after the second. */
const microseconds = 6;
/** Maximum number of digits of a decimal, and of those after the decimal point. */
const decimalDigits = 65;
const decimalPlaces = 30;
/**
 * Maximum number of values for which the condition is repeated to use an index: a statement has at most 65,535
 * parameters.
 */
const maxIndexedValues = 1000;

/** How MySQL and MariaDB express a table filter in SQL. */
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
  keyText,
  // These are integers that the request's reader has created. MySQL does not accept text here.
  page: (limit, skip) =>
    ` limit ${limit === undefined ? allRows : BigInt(limit)}${skip === 0 ? "" : ` offset ${BigInt(skip)}`}`,
};

/** Types whose values are bytes. Rows show them as base64. */
const binary = /^(?:tiny|medium|long)?blob|^(?:var)?binary|^geom|^(?:multi)?(?:point|linestring|polygon)/;

/**
 * Returns the SQL of a column as text, in the form of the catalogue's values, for any character set. Bytes are base64,
 * as in rows.
 *
 * @param column - The column
 * @returns A text expression in utf8mb4
 */
export function utf8Of({ name, category, databaseType, encoding }: TableColumn): string {
  const quoted = mysqlDialect.quote(name);
  if (encoding !== undefined)
    return `convert(convert(cast(convert(${quoted} using latin1) as binary) using ${encoding.name}) using utf8mb4)`;
  if (category === "text") return `convert(${quoted} using utf8mb4)`;
  if (category === "boolean") return `convert(elt(1 + ${quoted}, 'false', 'true') using utf8mb4)`;
  // Remove the line breaks that the server inserts into long base64.
  if (binary.test(databaseType)) return `convert(replace(to_base64(${quoted}), '\\n', '') using utf8mb4)`;
  const value = databaseType.startsWith("bit") ? `cast(${quoted} as unsigned)` : quoted;
  return `convert(cast(${value} as char) using utf8mb4)`;
}

/** Whole numbers, and how their text is read. Days are not here, because days such as 0000-00-00 cannot be read. */
const wholeTypes: readonly (readonly [type: RegExp, value: (parameter: string) => string])[] = [
  [/^(?:tiny|small|medium|big)?int.*unsigned/, (parameter) => `cast(${parameter} as unsigned)`],
  [/^(?:tiny|small|medium|big)?int/, (parameter) => `cast(${parameter} as signed)`],
];
const decimalType = /^decimal\((\d+),(\d+)\)/;
const shortText = /^(?:var)?(char|binary)\((\d+)\)/;
/** Maximum length of a text in a key: the server may sort longer ones by a prefix only (`max_sort_length`). */
const maxKeyLength = 128;

function keyText({ name, databaseType, encoding, holdsUnicode }: TableColumn): KeyText | undefined {
  const quoted = mysqlDialect.quote(name);
  const text = `cast(${quoted} as char)`;
  const [, value] = wholeTypes.find(([type]) => type.test(databaseType)) ?? [];
  if (value !== undefined) return { text, value };
  const decimal = decimalType.exec(databaseType)?.[0];
  if (decimal !== undefined) return { text, value: (parameter) => `cast(${parameter} as ${decimal})` };
  const [, kind, length] = shortText.exec(databaseType) ?? [];
  if (kind === undefined || Number(length) > maxKeyLength) return undefined;
  if (kind === "binary") return { text: `hex(${quoted})`, value: (parameter) => `unhex(${parameter})` };
  // The collation of the column is used for the parameter, whose characters all exist in its character set.
  if (encoding !== undefined || holdsUnicode !== true) return undefined;
  return { text: quoted, value: (parameter) => parameter };
}

function isDay({ category }: TableColumn): boolean {
  return category === "date" || category === "timestamp" || category === "instant";
}

/** Days such as `0000-00-00` and `2024-00-00` do not exist. Rows show them as `null`. */
function isRealDay({ name }: TableColumn): string {
  const quoted = mysqlDialect.quote(name);
  return `month(${quoted}) > 0 and dayofmonth(${quoted}) > 0`;
}

/** Converts text to its bytes: collations treat different texts as equal and ignore trailing spaces. */
function bytesOf(text: string): string {
  return `cast(${text} as binary)`;
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const ends = endsOfPeriod(column, period, bind);
  return ends.length === 0 ? ends : [...ends, isRealDay(column)];
}

function endsOfPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const name = mysqlDialect.quote(column.name);
  if (column.category === "date") {
    const { firstDay, lastDay } = period;
    return [
      ...(firstDay === undefined ? [] : [`${name} >= cast(${bind(firstDay)} as date)`]),
      ...(lastDay === undefined ? [] : [`${name} <= cast(${bind(lastDay)} as date)`]),
    ];
  }
  const { min, max } = periodEnds(period, microseconds);
  return [min, max]
    .filter((end) => end !== undefined)
    .map(({ comparison, text }) => {
      const moment = text.replace("T", " ").replace("Z", "");
      return `${name} ${comparison} cast(${bind(moment)} as datetime(${microseconds}))`;
    });
}

function inRange(column: TableColumn, { min, max }: DecimalRange, bind: BindValue): readonly string[] {
  return [
    ...(min === undefined ? [] : [bound(column, { text: min, end: "min" }, bind)]),
    ...(max === undefined ? [] : [bound(column, { text: max, end: "max" }, bind)]),
  ];
}

/** Returns the condition for one end of a range, in the number type of the column, so that an index can be used. */
function bound(
  { name, category, databaseType }: TableColumn,
  { text, end }: { readonly text: string; readonly end: "min" | "max" },
  bind: BindValue,
): string {
  const column = mysqlDialect.quote(name);
  if (isFloating(databaseType)) {
    const { comparison, value } = floatingBound(end, text, isSingle(databaseType));
    return `${column} ${comparison} ${doubleOf(value, bind)}`;
  }
  const inclusive = end === "min" ? ">=" : "<=";
  const places = category === "integer" ? 0 : decimalPlaces;
  const rounded = roundDecimal(text, end === "min" ? "up" : "down", places);
  const isSigned = category === "integer" && Number.isSafeInteger(Number(rounded));
  return `${column} ${inclusive} ${isSigned ? `cast(${bind(rounded)} as signed)` : decimalOf(rounded, bind)}`;
}

/** Returns a number as a double. */
function doubleOf(value: number, bind: BindValue): string {
  return `(${bind(String(value))} + 0e0)`;
}

/** Returns a number as a decimal with all its digits. */
function decimalOf(text: string, bind: BindValue): string {
  const places = text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  return `cast(${bind(text)} as decimal(${decimalDigits},${Math.min(places, decimalPlaces)}))`;
}

function isFloating(databaseType: string): boolean {
  return databaseType.startsWith("double") || isSingle(databaseType);
}

function isSingle(databaseType: string): boolean {
  return databaseType.startsWith("float");
}

function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { category, databaseType } = column;
  const name = mysqlDialect.quote(column.name);
  if (category === "integer" || category === "number") {
    const numbers = values.filter((value) => /\d/.test(value));
    const sought = numbers.flatMap((value) => {
      if (!isFloating(databaseType)) return [decimalOf(value, bind)];
      const floating = floatingValue(value, isSingle(databaseType));
      return floating === undefined ? [] : [doubleOf(floating, bind)];
    });
    return sought.length === 0 ? "false" : `${name} in (${sought.join(", ")})`;
  }
  if (category === "boolean")
    return `${name} in (${values.map((value) => Number(value === "true")).join(", ")})`;
  // A column can be compared with a value only if its character set has every character of that value.
  const indexed = category === "text" && column.holdsUnicode === true && values.length <= maxIndexedValues;
  const first = indexed ? `${name} in (${values.map(bind).join(", ")}) and ` : "";
  const exactly = values
    .map((value) => bytesOf(`convert(${bind(storedMoment(column, value))} using utf8mb4)`))
    .join(", ");
  return `(${first}${bytesOf(utf8Of(column))} in (${exactly}))`;
}
