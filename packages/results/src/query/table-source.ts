import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { columnKind, isTime } from "./column-kind.js";
import type { ColumnKind } from "./row-query.js";

/**
 * The sizes of the doubles of a column. They determine how its values are cut into parts whose sums are doubles without
 * rounding, in whatever order the engine adds them.
 */
export interface DoubleRange {
  readonly count: number;
  /** The smallest size above 0 and the largest one of finite values; 0 when there are none. */
  readonly least: number;
  readonly largest: number;
  readonly isFinite: boolean;
}

/** The table that queries of this folder read. */
export interface TableSource {
  readonly engine: Engine;
  /** Quoted name of the table with its schema. */
  readonly table: string;
  /** SQL for the number of a row in the order of arrival, from 0. */
  readonly rowNumber: string;
  /** The ranges of its columns of doubles that are known. */
  readonly doubleRanges: Map<string, DoubleRange>;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    /** Name of the member in the rows; absent when it is the name. */
    readonly key?: string;
    /** Name of the column with the JSON texts of values that the type cannot express; absent when there are none. */
    readonly json?: string;
  }[];
}

/** A column in SQL. */
export interface QueryColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
  /** The quoted name. */
  readonly value: string;
  /** The expression for its exact text. */
  readonly text: string;
  /** An expression that is equal for equal values. */
  readonly identity: string;
  /** Only of times some of which the engine would write otherwise. */
  readonly sent?: SentTime;
}

/** What the type of a time cannot express, in SQL. */
interface SentTime {
  /** The digits below microseconds; empty when there are none. */
  readonly fraction: string;
  /** The condition for texts that are not in the calendar, which have no value. */
  readonly isUnread: string;
  /** The column with the JSON texts. */
  readonly json: string;
}

/**
 * Finds a column of a table.
 *
 * @param source - The table
 * @param name - Name of the column
 * @param action - Start of the error message
 * @returns The column
 * @throws ResultsError `statement` when there is no such column
 */
export function findColumn({ columns }: TableSource, name: string, action: string): QueryColumn {
  const column = columns.find((one) => one.name === name);
  if (column === undefined)
    throw new ResultsError("statement", `${action}: there is no column "${name}". Choose another one.`);
  const value = quoteName(name);
  const { type, json } = column;
  const kind = columnKind(type);
  const plain = { name, type, kind, value, text: cellText(value, type), identity: value };
  return json === undefined || !isTime(kind) ? plain : sentTime(plain, quoteName(json));
}

function sentTime(column: QueryColumn, json: string): QueryColumn {
  const { value, text } = column;
  const sent = `(${json} ->> '$')`;
  const digits = `rtrim(regexp_extract(${sent}, '\\.\\d{6}(\\d+)', 1), '0')`;
  const fraction = `CASE WHEN ${value} IS NULL OR ${json} IS NULL THEN '' ELSE ${digits} END`;
  return {
    ...column,
    text: `coalesce(${sent}, ${text})`,
    identity: `CASE WHEN ${value} IS NOT NULL THEN row(${value}, ${fraction}) END`,
    sent: { fraction, isUnread: `${json} IS NOT NULL AND ${value} IS NULL`, json },
  };
}
