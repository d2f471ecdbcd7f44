import {
  type DayRange,
  type DecimalRange,
  inputInvalid,
  type PeriodEnds,
  periodEnds,
  roundDecimal,
} from "@wellhead/sdk";
import {
  type BindValue,
  type ColumnEncoding,
  caseVariants,
  type Dialect,
  floatingBound,
  floatingValue,
  type KeyText,
  type TableColumn,
} from "@wellhead/sql";
import { shownMoment } from "../encode/cell-sql.js";
import { codecOf, digitsOf } from "./encoded-text.js";

/** How SQLite expresses a table filter in SQL. */
export const sqliteDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  parameter: (index) => `?${index}`,
  inPeriod,
  inRange,
  oneOf,
  isNull: ({ name }) => `${sqliteDialect.quote(name)} is null`,
  hasNoDate: (column) => `${momentOf(sqliteDialect.quote(column.name), asMoment)} is null`,
  schemaName: () => "main",
  keyText,
  contains,
  page: (limit, skip, bind) =>
    ` limit ${limit === undefined ? "-1" : `cast(${bind(String(limit))} as integer)`} offset cast(${bind(String(skip))} as integer)`,
};

/** Number of digits after the second that are compared. */
const comparedDigits = 9;
/** Completes the milliseconds of the engine's date functions. */
const beyondMilliseconds = "0".repeat(comparedDigits - 3);

/** Writes a date or time as text that sorts chronologically. */
type WriteMoment = (value: string) => string;
const asDay: WriteMoment = (value) => `strftime('%Y-%m-%d', ${value})`;
const asMoment: WriteMoment = (value) => `strftime('%Y-%m-%d %H:%M:%f', ${value}) || '${beyondMilliseconds}'`;

/**
 * Returns a column's value as a date or time, by its type. Text is parsed. Integers are seconds since 1970, or
 * milliseconds from 10^11 on. Numbers with a fraction are Julian days, or seconds outside the range of Julian days.
 */
function momentOf(name: string, write: WriteMoment): string {
  return `case typeof(${name}) when 'text' then ${textMoment(name, write)}
when 'integer' then case when ${name} between -99999999999 and 99999999999 then ${write(`${name}, 'unixepoch'`)} else ${write(`${name} / 1000.0, 'unixepoch'`)} end
when 'real' then case when ${name} >= 0 and ${name} < 5373484.5 then ${write(name)} else ${write(`${name}, 'unixepoch'`)} end end`;
}

/** The engine rounds a fraction to milliseconds, so that it may be in another second or day. It is parsed without it. */
function textMoment(name: string, write: WriteMoment): string {
  const rest = `substr(${name}, instr(${name}, '.') + 1)`;
  const zone = `ltrim(${rest}, '0123456789')`;
  const whole = `substr(${name}, 1, instr(${name}, '.') - 1) || ${zone}`;
  const digits = `substr(substr(${rest}, 1, length(${rest}) - length(${zone})) || '000${beyondMilliseconds}', 1, ${comparedDigits})`;
  const exact =
    write === asDay ? asDay(whole) : `strftime('%Y-%m-%d %H:%M:%S', ${whole}) || '.' || ${digits}`;
  // A Julian day has a point, too, but no colon.
  return `case when ${name} glob '*:*.*' then ${exact} else ${write(name)} end`;
}

/**
 * Writes a value with its type, because a column can hold values of all types. Text is written as the bytes of the file, which
 * may have NUL or be in another encoding.
 */
function keyText({ name, keyOrder }: TableColumn): KeyText {
  const column = sqliteDialect.quote(name);
  return {
    text: `case typeof(${column}) when 'integer' then 'i' || ${column} when 'real' then 'r' || printf('%!.17g', ${column})
when 'text' then 't' || hex(cast(${column} as blob)) else 'b' || hex(${column}) end`,
    value: (
      parameter,
    ) => `case substr(${parameter}, 1, 1) when 'i' then cast(substr(${parameter}, 2) as integer)
when 'r' then case substr(${parameter}, 2) when 'Inf' then 9e999 when '-Inf' then -9e999 else cast(substr(${parameter}, 2) as real) end when 't' then cast(unhex(substr(${parameter}, 2)) as text)
else unhex(substr(${parameter}, 2)) end`,
    ...(keyOrder !== undefined && { order: keyOrder }),
  };
}

function inPeriod(column: TableColumn, period: DayRange, bind: BindValue): readonly string[] {
  const isDay = column.category === "date";
  const value = momentOf(sqliteDialect.quote(column.name), isDay ? asDay : asMoment);
  const { min, max } = isDay ? daysOf(period) : periodEnds(period, comparedDigits);
  return [min, max]
    .filter((end) => end !== undefined)
    .map(({ comparison, text }) => {
      // The engine has no dates after the year 9999.
      if (text.startsWith("+")) return comparison === "<=" ? `${value} is not null` : "false";
      return `${value} ${comparison} ${bind(text.replace("T", " ").replace("Z", ""))}`;
    });
}

function daysOf({ firstDay, lastDay }: DayRange): PeriodEnds {
  return {
    ...(firstDay !== undefined && { min: { comparison: ">=", text: firstDay } }),
    ...(lastDay !== undefined && { max: { comparison: "<=", text: lastDay } }),
  };
}

function inRange(column: TableColumn, { min, max }: DecimalRange, bind: BindValue): readonly string[] {
  const name = sqliteDialect.quote(column.name);
  const conditions = [
    ...(min === undefined ? [] : [bound(name, { text: min, round: "up" }, bind)]),
    ...(max === undefined ? [] : [bound(name, { text: max, round: "down" }, bind)]),
  ];
  // Text sorts after all numbers, so a minimum alone would include it.
  return conditions.length === 0 ? [] : [...conditions, `typeof(${name}) in ('integer', 'real')`];
}

/** Returns the condition for one end of a range. */
function bound(
  name: string,
  { text, round }: { readonly text: string; readonly round: "up" | "down" },
  bind: BindValue,
): string {
  const comparison = round === "up" ? ">=" : "<=";
  const floating = floatingBound(round === "up" ? "min" : "max", text);
  if (isExact(text) && floating.comparison === comparison)
    return `${name} ${comparison} cast(${bind(text)} as numeric)`;
  const real = `${name} ${floating.comparison} cast(${bind(String(floating.value))} as real)`;
  const whole = roundDecimal(text, round);
  const isBeyond = whole.startsWith("-") === (round === "up");
  const integers = isInteger64(whole)
    ? `${name} ${comparison} cast(${bind(whole)} as integer)`
    : String(isBeyond);
  return `case typeof(${name}) when 'integer' then ${integers} else ${real} end`;
}

/**
 * Reports whether SQLite compares every integer correctly with a number. It does not when it rounds the number to a
 * double that is itself an integer, such as 9007199254740992.5.
 */
function isExact(text: string): boolean {
  return text.includes(".") ? !Number.isInteger(Number(text)) : isInteger64(text);
}

function isInteger64(whole: string): boolean {
  const value = BigInt(whole);
  return BigInt.asIntN(64, value) === value;
}

/** Returns the condition for one of several values. All values are one parameter: a JSON array. */
function oneOf(column: TableColumn, values: readonly string[], bind: BindValue): string {
  const { category } = column;
  const name = sqliteDialect.quote(column.name);
  const among = (json: string) => `in (select value from json_each(${bind(json)}))`;
  if (category === "boolean")
    return `${name} ${among(JSON.stringify(values.map((value) => Number(value === "true"))))}`;
  if (category === "integer" || category === "number") {
    // JSON has no infinity, but SQLite parses a number that is too large as infinity.
    const numbers = values
      .map((value) => value.replace("Infinity", "9e999"))
      .filter((value) => /\d/.test(value));
    const ofType = (types: string, sought: readonly string[]) =>
      `(${name} ${among(`[${sought.join(",")}]`)} and typeof(${name}) in (${types}))`;
    const exact = numbers.filter((value) => !value.endsWith("9e999") && isExact(value));
    const shown = numbers.filter((value) => value.endsWith("9e999") || floatingValue(value) !== undefined);
    return exact.length === numbers.length && shown.length === numbers.length
      ? ofType("'integer', 'real'", numbers)
      : `(${ofType("'integer'", exact)} or ${ofType("'real'", shown)})`;
  }
  if (column.encoding !== undefined) {
    const digits = JSON.stringify(digitsOf(column.encoding, values));
    return `cast(${name} as text) collate binary in (select cast(unhex(value) as text) from json_each(${bind(digits)}))`;
  }
  const isTime = category === "timestamp";
  // Rows show the space of a time as `T`, whichever of the two the file has.
  const spaced = isTime ? values.map((value) => value.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ")) : [];
  const texts = JSON.stringify([...new Set([...values, ...spaced])]);
  const isText = category === "text" && /char|clob|text/i.test(column.databaseType);
  // The collation of a column may treat different texts as equal. The first condition allows an index to be used.
  const shown = isTime || category === "date" ? shownMoment(name, isTime ? "timestamp" : "date") : "";
  const asText = isText
    ? `(${name} ${among(texts)} and ${name} collate binary ${among(texts)})`
    : `(typeof(${name}) <> 'blob' and cast(${name} as text) collate binary ${among(texts)})`;
  const same = shown === "" ? asText : `(${asText} or ${shown} ${among(JSON.stringify(values))})`;
  const bytes = values.map((value) => Buffer.from(value, "base64"));
  const digits = bytes
    .filter((found, index) => found.toString("base64") === values[index])
    .map((found) => found.toString("hex"));
  if (digits.length === 0) return same;
  // Any column may contain bytes, which rows show as base64.
  return `(${same} or ${name} in (select unhex(value) from json_each(${bind(JSON.stringify(digits))})))`;
}

/**
 * Returns the condition for contained text. `lower()` of SQLite handles only ASCII, so other letters are replaced one
 * by one.
 */
function contains(column: TableColumn, text: string, bind: BindValue): string {
  if (column.encoding !== undefined) return containsBytes(column, column.encoding, { text, bind });
  const { needle, upper, lower } = caseVariants(text);
  const lowers = Array.from(lower);
  const folded = Array.from(upper).reduce(
    (value, letter, index) =>
      letter < "\u0080" ? value : `replace(${value}, ${bind(letter)}, ${bind(lowers[index] ?? letter)})`,
    `cast(${sqliteDialect.quote(column.name)} as text)`,
  );
  return `instr(lower(${folded}), ${bind(needle)}) > 0`;
}

/** Searches text in another encoding by bytes. This is correct only if every character is one byte. */
function containsBytes(
  { name }: TableColumn,
  encoding: ColumnEncoding,
  { text, bind }: { readonly text: string; readonly bind: BindValue },
): string {
  if (codecOf(encoding).isMultiByte) {
    throw inputInvalid(
      `Could not search the text of column "${name}": SQLite cannot distinguish the characters of ${encoding.name}. Choose values of the column instead.`,
      { field: "textContains" },
    );
  }
  const { needle, upper, lower } = caseVariants(text);
  const [sought] = digitsOf(encoding, [needle]);
  if (sought === undefined) return "false";
  const lowers = Array.from(lower);
  const folded = Array.from(upper).reduce(
    (value, letter, index) => {
      const [from, to] = [letter, lowers[index] ?? letter].map((one) => digitsOf(encoding, [one])[0]);
      if (letter < "\u0080" || from === undefined || to === undefined) return value;
      return `replace(${value}, cast(unhex(${bind(from)}) as text), cast(unhex(${bind(to)}) as text))`;
    },
    `cast(${sqliteDialect.quote(name)} as text)`,
  );
  return `instr(cast(lower(${folded}) as blob), unhex(${bind(sought)})) > 0`;
}
