import type { PagingConfig } from "./paging-config.js";

/** Types a filter field may have. */
export const filterTypes = ["text", "number", "bool", "list", "multilist", "date", "range"] as const;
/** Types a column may have. */
export const columnTypes = ["id", "text", "number", "bool", "date"] as const;

/** Options of a list that are read from another endpoint of the API. */
export interface OptionsConfig {
  readonly path: string;
  readonly items?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly value: string;
  readonly title?: string;
  readonly paging?: PagingConfig;
}

/** One field of a source's filter. */
export interface FilterConfig {
  readonly type: (typeof filterTypes)[number];
  readonly title?: string;
  readonly description?: string;
  readonly optional?: boolean;
  readonly choices?: ReadonlyArray<string | number | boolean>;
  readonly options?: OptionsConfig;
}

/** One column: its type, or its type with the path of its value. */
export interface ColumnConfig {
  readonly type: (typeof columnTypes)[number];
  readonly path?: string;
  readonly title?: string;
  readonly description?: string;
  /** Whether no row may have it. Default: `false`, so a name that is close to that of a member is an error. */
  readonly optional?: boolean;
}

/** A JSON object whose texts may contain placeholders. */
export type BodyConfig = Readonly<Record<string, unknown>>;

/** A list whose items each have a child list. The child lists are read one after another. */
export interface ParentsConfig {
  readonly path: string;
  readonly items?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly paging?: PagingConfig;
  /** Path of the value that replaces `{parent}`. */
  readonly value: string;
  /** Column that receives the value. */
  readonly column?: string;
  /** Number of parents per call; their values are joined by commas. Default: 1. */
  readonly batch?: number;
  /** Maximum number of calls, after which reading fails. Default: 1,000. */
  readonly maxCalls?: number;
}

/** An export that is started, polled until it is ready, and then read. */
export interface JobConfig {
  /** The POST call that starts it. */
  readonly start: {
    readonly path: string;
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly body?: BodyConfig;
  };
  /** Path of the value in its response that replaces `{job}`. */
  readonly id: string;
  /** Path of the call that reports the state. */
  readonly status: string;
  /** Path of the state in its response. */
  readonly state: string;
  /** States in which the export is ready (`done`) or has failed (`failed`). */
  readonly done: readonly string[];
  readonly failed?: readonly string[];
  /** Path of the file's URL in the response of the status call. Default: the file is at the source's path. */
  readonly file?: string;
  /** Seconds between two status calls, unless the response says otherwise. Default: 5. */
  readonly pollSeconds?: number;
  /** Maximum seconds to wait, after which reading fails. Default: 900. */
  readonly maxSeconds?: number;
}

/** How the rows that have changed since the last run are read. */
export interface ChangesConfig {
  /** Date column whose value increases with every change. */
  readonly by: string;
  /** How far before the last run to start, such as `6 h`. */
  readonly lookback?: string;
  /** How often all rows are read anyway, such as `7 d`. */
  readonly fullEvery?: string;
}

/** Splits a long range of dates into windows that are read one after another. */
export interface WindowsConfig {
  /** Date field of the filter. */
  readonly field: string;
  /** Length of a window in days. */
  readonly days: number;
  /** Whether the API excludes the end of the range. Default: `false`. */
  readonly excludesEnd?: boolean;
}

/** A source: an endpoint of the API that returns rows. */
export interface SourceConfig {
  readonly name: string;
  readonly description?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly format?: "json" | "ndjson" | "csv" | "xml";
  /** Encoding of CSV or XML. Default: what the response states, else UTF-8. */
  readonly encoding?: string;
  readonly items?: string;
  /** Column for the names of members, if the rows are the members of an object. */
  readonly keyed?: string;
  /** Body of a list that is read by POST. */
  readonly body?: BodyConfig;
  /** A GraphQL query, sent by POST. */
  readonly graphql?: { readonly query: string; readonly variables?: BodyConfig };
  readonly parents?: ParentsConfig;
  readonly job?: JobConfig;
  readonly paging?: PagingConfig;
  readonly filter?: Readonly<Record<string, FilterConfig>>;
  readonly fields?: Readonly<Record<string, ColumnConfig | ColumnConfig["type"]>>;
  /** Columns that identify a row. Default: the column of type `id`. */
  readonly key?: readonly string[];
  readonly changes?: ChangesConfig;
  readonly windows?: WindowsConfig;
}

/**
 * Returns the full configuration of a column, which may be given by its type alone.
 *
 * @param column - Type, or type with path and texts
 * @returns The column
 */
export function columnConfig(column: ColumnConfig | ColumnConfig["type"]): ColumnConfig {
  return typeof column === "string" ? { type: column } : column;
}
