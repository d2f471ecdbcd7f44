import { quoteText } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { columnKind, numberStorage } from "./column-kind.js";
import { floorToScale, formatDecimal, parseDecimal } from "./decimal.js";
import type { RowCondition, RowSelection, SortColumn } from "./row-query.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

type Comparison = "equals" | "differs" | "less" | "at-most" | "more" | "at-least";

const signs: Readonly<Record<Comparison, string>> = {
  equals: "=",
  differs: "IS DISTINCT FROM",
  less: "<",
  "at-most": "<=",
  more: ">",
  "at-least": ">=",
};

/**
 * Returns the WHERE clause of a selection.
 *
 * @param source - The table
 * @param selection - The rows to select
 * @param action - Start of error messages
 * @returns SQL that begins with a space; empty for all rows
 * @throws ResultsError `statement` for an unknown column or a value that the column cannot have
 */
export function whereClause(
  source: TableSource,
  { search, where = [] }: RowSelection,
  action: string,
): string {
  const terms = where.map((condition) => conditionSql(source, condition, action));
  if (search !== undefined && search !== "") terms.push(searchSql(source, search));
  return terms.length === 0 ? "" : ` WHERE ${terms.map((term) => `(${term})`).join(" AND ")}`;
}

/**
 * Returns the ORDER BY clause of a sort. Rows with equal values keep the order in which they arrived.
 *
 * @param source - The table
 * @param sort - Columns, the most significant first
 * @returns SQL that begins with a space; empty without columns
 * @throws ResultsError `statement` for an unknown column
 */
export function orderClause(source: TableSource, sort: readonly SortColumn[]): string {
  if (sort.length === 0) return "";
  const terms = sort.map(({ column, isDescending = false }) => {
    const { value, sent } = findColumn(source, column, "Could not sort");
    const direction = isDescending ? "DESC" : "ASC";
    const fraction = sent === undefined ? "" : `, ${sent.fraction} ${direction}`;
    return `${value} ${direction} NULLS LAST${fraction}`;
  });
  return ` ORDER BY ${terms.join(", ")}, ${source.rowNumber}`;
}

/** Maximum number of cells that are searched one by one. One condition per cell of more would be nested too deeply. */
const maxSearched = 50;

function searchSql(source: TableSource, search: string): string {
  const text = search.replaceAll("\0", "");
  // Changing the case of every text takes the most time.
  const hasCase = text.toLowerCase() !== text.toUpperCase();
  const contains = (cell: string) =>
    hasCase ? `contains(lower(${cell}), lower(${quoteText(text)}))` : `contains(${cell}, ${quoteText(text)})`;
  const cells = source.columns.flatMap(({ name, type }): readonly SearchedCell[] => {
    const { value, text: cell, sent } = findColumn(source, name, "Could not search");
    return sent === undefined ? searchedCells(value, type, text) : [{ cell }];
  });
  if (cells.length === 0) return "false";
  if (cells.length <= maxSearched)
    return cells
      .map(({ cell, longer }) =>
        longer === undefined
          ? contains(cell)
          : `CASE WHEN ${contains(longer)} THEN ${contains(cell)} ELSE false END`,
      )
      .join(" OR ");
  // The cells are joined by a character that the search text cannot contain.
  return contains(`concat_ws(chr(0), ${cells.map(({ cell }) => cell).join(", ")})`);
}

/** The text of a value that a search looks at, in SQL. */
interface SearchedCell {
  readonly cell: string;
  /** A text that contains it, and is written faster. */
  readonly longer?: string;
}

/**
 * Returns the text of a value that a search looks at; nothing when no value of the type can contain the text. Writing
 * numbers and times takes the most time.
 */
function searchedCells(value: string, type: string, text: string): readonly SearchedCell[] {
  const cell = cellText(value, type);
  const kind = columnKind(type);
  if (kind === "number" && numberStorage(type).isExact) return searchedNumber(value, type, text);
  if (kind !== "date" && kind !== "time" && kind !== "instant") return [{ cell }];
  // Times may be `infinity`, and years before 1 have `(BC)` after the day. Years have at most six digits.
  const letters = text.replaceAll(/[-+\d:.\s()]/g, "").toLowerCase();
  if (!["bctz", "tz", "infinity"].some((all) => all.includes(letters)) || /\d{7}/.test(text)) return [];
  // The engine writes an instant in UTC much faster when it need not look for its zone.
  return kind === "instant" && /^[-:.]*\d[-\d:.]*$/.test(text)
    ? [{ cell: `CAST(CASE WHEN isfinite(${value}) THEN make_timestamp(epoch_us(${value})) END AS VARCHAR)` }]
    : [{ cell }];
}

function searchedNumber(value: string, type: string, text: string): readonly SearchedCell[] {
  if (!/^[-\d.]*$/.test(text)) return [];
  const { scale, width } = numberStorage(type);
  const cell = cellText(value, type);
  // Without whole digits, the engine omits the zero before the point.
  if (scale === 0 || scale === width) return [{ cell }];
  const longer = `CAST(${value} AS VARCHAR)`;
  // Only zeros at the end, and the point before them, are missing in the shown text.
  return /[0.]$/.test(text) ? [{ cell, longer }] : [{ cell: longer }];
}

function conditionSql(source: TableSource, condition: RowCondition, action: string): string {
  const column = findColumn(source, condition.column, action);
  switch (condition.operator) {
    case "empty":
      return `${column.value} IS NULL`;
    case "not-empty":
      return `${column.value} IS NOT NULL`;
    case "one-of":
      if (condition.values.length === 0) return "false";
      return condition.values
        .map((value) => comparison(column, { operator: "equals", value }, action))
        .join(" OR ");
    case "contains":
      return `contains(lower(${column.text}), lower(${literal(condition.value)}))`;
    default:
      return comparison(column, { operator: condition.operator, value: condition.value }, action);
  }
}

interface ComparedValue {
  readonly operator: Comparison;
  readonly value: string;
}

function comparison(column: QueryColumn, { operator, value }: ComparedValue, action: string): string {
  const { kind, type } = column;
  const wrong = (expected: string) =>
    new ResultsError("statement", `${action}: expected ${expected} for "${column.name}", got "${value}".`);
  if (kind === "number") {
    const number = numberStorage(type).isExact
      ? exactComparison(column, operator, value)
      : floatComparison(column, operator, value);
    if (number === undefined) throw wrong("a number");
    return number;
  }
  if (kind === "boolean") {
    if (!/^(?:true|false)$/i.test(value)) throw wrong("true or false");
    return `${column.value} ${signs[operator]} ${value.toLowerCase()}`;
  }
  if (kind === "text" || kind === "nested") return `${column.text} ${signs[operator]} ${literal(value)}`;
  const digits = column.sent === undefined ? "{1,6}" : "+";
  const clock = `\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d${digits})?)?`;
  if (!new RegExp(`^\\d{4,}-\\d\\d-\\d\\d(?:[T ]${clock}${zone}?)?$`).test(value))
    throw wrong("a date such as 2026-03-28 or 2026-03-28T14:30:00");
  return column.sent === undefined
    ? `${timeValue(column)} ${signs[operator]} ${timeBound(column, value, "CAST")}`
    : sentComparison(column, { operator, value });
}

const zone = String.raw`(?:Z|[+-]\d\d(?::?\d\d)?)`;

/** Days are compared as their first moment, so that a time on the same day is after the day. */
function timeValue({ value, kind }: QueryColumn): string {
  return `CAST(${value} AS ${kind === "instant" ? "TIMESTAMPTZ" : "TIMESTAMP"})`;
}

function timeBound({ kind }: QueryColumn, text: string, cast: "CAST" | "TRY_CAST"): string {
  if (kind === "instant") {
    // The engine does not read a time with a zone and without seconds.
    const complete = text.replace(/^(.{16})(Z|[+-].*)$/, "$1:00$2");
    return `${cast}(${literal(withZone(complete))} AS TIMESTAMPTZ)`;
  }
  const plain = text.replace(new RegExp(`([T ].*?)${zone}$`), "$1");
  return `${cast}(${literal(plain.length <= 10 ? `${plain} 00:00:00` : plain)} AS TIMESTAMP)`;
}

/** Compares times of which some have digits below microseconds or are not in the calendar, which equal only themselves. */
function sentComparison(column: QueryColumn, { operator, value }: ComparedValue): string {
  const { sent, text } = column;
  const fraction = sent?.fraction ?? "''";
  const [, digits = "", rest = ""] = /\.(\d{1,6})(\d*)/.exec(value) ?? [];
  const bound = timeBound(column, value.replace(digits + rest, digits), "TRY_CAST");
  const compare = (sign: string) => `${timeValue(column)} ${sign} ${bound}`;
  const below = (sign: string) =>
    `(${compare("=")} AND ${fraction} ${sign} ${literal(rest.replace(/0+$/, ""))})`;
  const equals = `(coalesce(${below("=")}, false) OR coalesce(${text} = ${literal(value)}, false))`;
  const terms: Readonly<Record<Comparison, string>> = {
    equals,
    differs: `NOT ${equals}`,
    less: `${compare("<")} OR ${below("<")}`,
    "at-most": `${compare("<")} OR ${below("<=")}`,
    more: `${compare(">")} OR ${below(">")}`,
    "at-least": `${compare(">")} OR ${below(">=")}`,
  };
  return terms[operator];
}

/** Instants without a zone are in UTC. */
function withZone(value: string): string {
  if (/^[^T ]+$/.test(value)) return `${value} 00:00:00+00`;
  return /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value) ? value : `${value}+00`;
}

/** Compares exact numbers without rounding the value to the digits of the column. */
function exactComparison(
  { value, type }: QueryColumn,
  operator: Comparison,
  text: string,
): string | undefined {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return undefined;
  const { scale, width } = numberStorage(type);
  const { units, isExact } = floorToScale(decimal, scale);
  const isPresent = `${value} IS NOT NULL`;
  if (!isExact && operator === "equals") return "false";
  if (!isExact && operator === "differs") return "true";
  const limit = type === "UHUGEINT" || width >= 39 ? 2n ** 127n - 1n : 10n ** BigInt(width) - 1n;
  if (units > limit || units < -limit) {
    if (operator === "equals") return "false";
    if (operator === "differs") return "true";
    return (operator === "less" || operator === "at-most") === units > 0n ? isPresent : "false";
  }
  const engineType = scale === 0 ? "HUGEINT" : type;
  const bound = `CAST('${formatDecimal({ units, scale })}' AS ${engineType})`;
  // Values below a bound between two multiples are at most the lower multiple.
  const floorSign = operator === "less" || operator === "at-most" ? "<=" : ">";
  return `${value} ${isExact ? signs[operator] : floorSign} ${bound}`;
}

function floatComparison({ value }: QueryColumn, operator: Comparison, text: string): string | undefined {
  const number = text.trim();
  const isNumber = parseDecimal(number) !== undefined || /^(?:nan|-?inf)$/.test(number);
  return isNumber ? `${value} ${signs[operator]} CAST('${number}' AS DOUBLE)` : undefined;
}

function literal(text: string): string {
  return quoteText(text.replaceAll("\0", ""));
}
