import { type PagingConfig, readPagingConfig } from "./paging-config.js";
import {
  arrayOf,
  configFault,
  objectOf,
  oneOf,
  type ReadValue,
  readBool,
  readCount,
  readNumber,
  readScalar,
  readText,
  recordOf,
} from "./read-value.js";

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

/** A source: an endpoint of the API that returns rows. */
export interface SourceConfig {
  readonly name: string;
  readonly description?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly format?: "json" | "ndjson" | "csv";
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
}

const readQuery = recordOf(readScalar);

const readOptions = objectOf(
  { path: readText, value: readText },
  { items: readText, query: readQuery, title: readText, paging: readPagingConfig },
);

const readPlainFilter = objectOf(
  { type: oneOf(filterTypes) },
  {
    title: readText,
    description: readText,
    optional: readBool,
    choices: arrayOf(readScalar),
    options: readOptions,
  },
);

const readColumnObject = objectOf(
  { type: oneOf(columnTypes) },
  { path: readText, title: readText, description: readText },
);

const readParents: ReadValue<ParentsConfig> = objectOf(
  { path: readText, value: readText },
  {
    items: readText,
    query: readQuery,
    paging: readPagingConfig,
    column: readText,
    batch: readCount,
    maxCalls: readCount,
  },
);

const readJob: ReadValue<JobConfig> = objectOf(
  {
    start: objectOf({ path: readText }, { query: readQuery, body: readBody }),
    id: readText,
    status: readText,
    state: readText,
    done: arrayOf(readText),
  },
  { failed: arrayOf(readText), file: readText, pollSeconds: readNumber, maxSeconds: readNumber },
);

const readPlainSource = objectOf(
  { name: readText, path: readText },
  {
    description: readText,
    query: readQuery,
    format: oneOf(["json", "ndjson", "csv"]),
    items: readText,
    keyed: readText,
    body: readBody,
    graphql: objectOf({ query: readText }, { variables: readBody }),
    parents: readParents,
    job: readJob,
    paging: readPagingConfig,
    filter: recordOf(readFilter),
    fields: recordOf(readColumn),
  },
);

/** Reads one source of a configuration; placeholders must name fields of its filter. */
export const readSourceConfig: ReadValue<SourceConfig> = (value, path) => {
  const source = readPlainSource(value, path);
  checkCombination(source, path);
  const fields = Object.keys(source.filter ?? {});
  const { parents, job, body, graphql } = source;
  checkPlaceholders(
    { path: parents?.path, query: parents?.query },
    { names: fields, path: `${path}.parents` },
  );
  const names = [...fields, ...(parents === undefined ? [] : ["parent"])];
  checkPlaceholders(job?.start, { names, path: `${path}.job.start` });
  const read = [...names, ...(job === undefined ? [] : ["job"])];
  checkPlaceholders(job?.status, { names: read, path: `${path}.job.status` });
  checkPlaceholders(source.path, { names: read, path: `${path}.path` });
  checkPlaceholders(source.query, { names: read, path: `${path}.query` });
  checkPlaceholders(body ?? graphql?.variables, { names: read, path: `${path}.body` });
  for (const [id, { options }] of Object.entries(source.filter ?? {})) {
    const others = fields.filter((name) => name !== id);
    checkPlaceholders(options?.path, { names: others, path: `${path}.filter.${id}.options.path` });
  }
  return source;
};

/** Throws a TypeError for members that cannot be combined. */
function checkCombination(source: SourceConfig, path: string): void {
  const { format = "json", items, paging, keyed, body, graphql, job } = source;
  if (format !== "json" && (items ?? paging ?? keyed ?? body ?? graphql) !== undefined) {
    throw configFault(path, `expected no items, paging, keyed, body or graphql with format ${format}`);
  }
  if (body !== undefined && graphql !== undefined)
    throw configFault(path, "expected body or graphql, not both");
  if (job !== undefined && (body ?? graphql ?? paging) !== undefined) {
    throw configFault(path, "expected no body, graphql or paging with a job");
  }
}

function readBody(value: unknown, path: string): BodyConfig {
  return recordOf((one: unknown) => one)(value, path);
}

function readFilter(value: unknown, path: string): FilterConfig {
  const filter = readPlainFilter(value, path);
  const isList = filter.type === "list" || filter.type === "multilist";
  if (isList === ((filter.choices ?? filter.options) === undefined)) {
    throw configFault(
      path,
      isList ? "a list needs choices or options" : "only a list can have choices or options",
    );
  }
  if (filter.choices !== undefined && filter.options !== undefined) {
    throw configFault(path, "expected either choices or options, got both");
  }
  return filter;
}

function readColumn(value: unknown, path: string): ColumnConfig | ColumnConfig["type"] {
  return typeof value === "string" ? oneOf(columnTypes)(value, path) : readColumnObject(value, path);
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

/** Checks the placeholders in every text of a value. */
function checkPlaceholders(
  template: unknown,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
): void {
  if (typeof template === "object" && template !== null) {
    for (const [key, one] of Object.entries(template))
      checkPlaceholders(one, { names, path: `${path}.${key}` });
  }
  if (typeof template !== "string") return;
  for (const [, name = ""] of template.matchAll(/\{([^{}.|]*)[^{}]*\}/g)) {
    if (!names.includes(name)) {
      throw configFault(
        path,
        `expected one of the filter's fields (${names.join(", ") || "there is none"}), got {${name}}`,
      );
    }
  }
}
