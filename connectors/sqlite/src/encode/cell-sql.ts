import { marks } from "./marks.js";
import type { RowSqlOptions } from "./usual-row-sql.js";
import type { ValueKind } from "./value-kind.js";

const largest = "1.7976931348623157e308";
/** Returns a mark as characters. Bytes would be other characters in a UTF-16 file. */
function mark(byte: number, count: number): string {
  return `char(${Array.from({ length: count }, () => byte).join(", ")})`;
}

function real(value: string): string {
  const shown = `${mark(marks.plain, 1)} || printf('%!.17g', ${value})`;
  return `case when ${value} between -${largest} and ${largest} then ${shown} else 'null' end`;
}

function bytes(value: string): string {
  return `${mark(marks.bytes, 2)} || hex(${value}) || ${mark(marks.bytes, 2)}`;
}

/** Returns the hexadecimal digits of text, which is decoded outside SQL. */
function digits(value: string, kind: number): string {
  return `${mark(kind, 1)} || hex(${value}) || ${mark(kind, 1)}`;
}

/** The default way to write each storage class. */
const plain: Readonly<Record<string, (value: string) => string>> = {
  integer: (value) => value,
  real,
  text: (value) => `json_quote(${value})`,
  null: () => "'null'",
};

/** The differences from the default for each kind of column. */
const kinds: Readonly<Record<ValueKind, typeof plain>> = {
  any: plain,
  number: { real, ...plain },
  integer: plain,
  text: { text: (value) => `json_quote(${value})`, ...plain },
  bytes: plain,
  boolean: {
    ...plain,
    integer: (value) => `case ${value} when 1 then 'true' when 0 then 'false' else ${value} end`,
  },
  json: {
    ...plain,
    text: (value) => `case when json_valid(${value}) then json(${value}) else json_quote(${value}) end`,
  },
  date: {
    ...plain,
    integer: (value) => instant(value, "%Y-%m-%d", "%Y-%m-%d"),
    real: (value) => realInstant(value, "%Y-%m-%d"),
  },
  timestamp: {
    ...plain,
    text: (value) => `${mark(marks.plain, 1)} || json_quote(${value})`,
    integer: (value) => instant(value, "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%fZ"),
    real: (value) => realInstant(value, "%Y-%m-%dT%H:%M:%fZ"),
  },
};

/** Integers are seconds since 1970, or milliseconds from 10^11 on. A value that is out of range stays a number. */
function instant(value: string, secondsFormat: string, millisecondsFormat: string): string {
  return `coalesce(case when ${value} between -99999999999 and 99999999999 then '"' || strftime('${secondsFormat}', ${value}, 'unixepoch') || '"' else '"' || strftime('${millisecondsFormat}', ${value} / 1000.0, 'unixepoch') || '"' end, ${value})`;
}

/** Numbers with a fraction are Julian days if they are in SQLite's range of them, otherwise seconds since 1970. */
function realInstant(value: string, format: string): string {
  return `coalesce('"' || case when ${value} >= 0 and ${value} < 5373484.5 then strftime('${format}', ${value}) else strftime('${format}', ${value}, 'unixepoch') end || '"', ${real(value)})`;
}

/**
 * Returns the SQL of the text by which rows show a number that is a date or time.
 *
 * @param value - SQL of the value
 * @param kind - Kind of its column
 * @returns An expression; NULL when the value is no number, or one that is out of range
 */
export function shownMoment(value: string, kind: "date" | "timestamp"): string {
  const { integer, real: fraction } = kinds[kind];
  const shown = `case typeof(${value}) when 'integer' then ${integer?.(value)} when 'real' then ${fraction?.(value)} end`;
  return `iif(substr(${shown}, 1, 1) = '"', trim(${shown}, '"'), null)`;
}

/** How to write a cell. */
export type CellSqlOptions = Pick<RowSqlOptions, "format" | "isRaw">;

/**
 * Writes a cell whose text is in another encoding. SQLite's JSON functions would escape single bytes of a character.
 */
function rawSql(value: string, kind: ValueKind, format: "json" | "csv"): string {
  const text = digits(value, marks.text);
  const json = format === "json" ? marks.json : marks.text;
  const texts: Partial<Record<ValueKind, string>> = {
    json: digits(value, json),
    timestamp: `${mark(marks.plain, 1)} || ${text}`,
  };
  const classes: typeof plain = { ...kinds[kind], text: () => texts[kind] ?? text };
  const cases = Object.entries(classes).map(([name, write]) => `when '${name}' then ${write(value)}`);
  const binary =
    kind === "json"
      ? `case when json_valid(${value}, 8) then ${digits(`json(${value})`, json)} else ${bytes(value)} end`
      : bytes(value);
  return `case typeof(${value}) ${cases.join(" ")} else ${binary} end`;
}

/**
 * Builds the expression that writes a cell as JSON text. Bytes, long numbers and times are marked, to be finished
 * later.
 *
 * @param value - The column, quoted
 * @param kind - The kind of the column, according to its declared type
 * @param options - For CSV, JSON is written as text instead of as a value; text may have to be decoded later
 * @returns The expression
 */
export function cellSql(value: string, kind: ValueKind, { format, isRaw }: CellSqlOptions): string {
  if (isRaw) return rawSql(value, kind, format);
  if (kind === "json") return jsonSql(value, format);
  const cases = Object.entries(kinds[kind]).map(([name, write]) => `when '${name}' then ${write(value)}`);
  return `case typeof(${value}) ${cases.join(" ")} else ${bytes(value)} end`;
}

/** Writes a cell of a JSON column, which contains JSON text or, as bytes, SQLite's binary JSON. */
function jsonSql(value: string, format: "json" | "csv"): string {
  const inner = format === "json" ? `json(${value})` : `json_quote(json(${value}) || '')`;
  const text = format === "json" ? kinds.json : plain;
  const cases = Object.entries(text).map(([name, write]) => `when '${name}' then ${write(value)}`);
  return `case typeof(${value}) ${cases.join(" ")} else case when json_valid(${value}, 8) then ${inner} else ${bytes(value)} end end`;
}
