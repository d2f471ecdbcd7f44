import { type EntityField, type PagesState, writeExactJson } from "@wellhead/client";
import type { Column } from "./cells/column.js";
import type { LinkTable } from "./write-links.js";

/** A run of one type that has started and has not been applied. */
export interface RunState {
  /** Sent as `operationId`. */
  readonly id: string;
  /** When it began, ISO 8601, by the clock of this machine or that of the connector, whichever is earlier. */
  readonly startedAt: string;
  /** Sent as `lastSynchronizedAt`; absent to request everything. */
  readonly since?: string;
  /** The position of the next page; absent before the second page. */
  readonly position?: PagesState;
  readonly pages: number;
  readonly rows: number;
  /** Whether every page so far was of a full synchronization. */
  readonly isFull: boolean;
  /** Whether the last page has been read. */
  readonly isComplete: boolean;
  /** Columns of the rows that have been read, the key first. */
  readonly columns: readonly Column[];
  readonly shape: string;
}

/** The stored state of a type, in the same database as its rows. */
export interface TypeState {
  /** Format of this state. */
  readonly format: typeof stateFormat;
  /** Distinguishes the stage tables. */
  readonly number: number;
  /** Name of the table. */
  readonly table: string;
  /** Columns of the table, the key first; empty before the table exists. */
  readonly columns: readonly Column[];
  /** Shape of the last complete run; empty before. */
  readonly shape: string;
  /** When the last complete run began; absent before. */
  readonly completedAt?: string;
  /** Rows of the last complete run that read everything; absent before. */
  readonly fullRows?: number;
  /** Tables of the keys that its columns list; absent when there are none. */
  readonly links?: readonly LinkTable[];
  /** Whether the Parquet files have the rows of the tables. */
  readonly isPublished: boolean;
  readonly run?: RunState;
}

/** Changes when an older version cannot read the state. */
export const stateFormat = 1;

/**
 * Describes the shape and the selection of rows. When it changes, only a full run can bring every row up to date.
 *
 * @param fields - Fields of the type
 * @param filter - Filter of the run
 * @returns Text that is equal for equal shapes
 */
export function shapeOf(fields: readonly EntityField[], filter: Readonly<Record<string, unknown>>): string {
  const parts = fields.map(({ id, type, subType, relation, column }) => [
    id,
    type,
    subType,
    relation?.targetType ?? "",
    ...(column === undefined ? [] : [column.type, column.storedAs, String(column.key ?? "")]),
  ]);
  const filters = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return writeExactJson([parts.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)), filters]);
}

/**
 * Returns the names of the tables of a type: its own and those of its links.
 *
 * @param state - The state of the type
 * @returns The names
 */
export function tablesOf({ table, links = [] }: Pick<TypeState, "table" | "links">): readonly string[] {
  return [table, ...links.map((link) => link.table)];
}
