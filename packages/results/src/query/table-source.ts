import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { columnKind } from "./column-kind.js";
import type { ColumnKind } from "./row-query.js";

/** The table that queries of this folder read. */
export interface TableSource {
  readonly engine: Engine;
  /** Quoted name of the table with its schema. */
  readonly table: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    /** Name of the member in the rows; absent when it is the name. */
    readonly key?: string;
    /** Name of the column with the JSON text of each value; absent when the type can express it. */
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
  const { type } = column;
  return { name, type, kind: columnKind(type), value, text: cellText(value, type) };
}
