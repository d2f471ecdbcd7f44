import { type PagingConfig, readPagingConfig } from "./paging-config.js";
import {
  arrayOf,
  configFault,
  objectOf,
  oneOf,
  type ReadValue,
  readBool,
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

/** One source: an endpoint of the API that gives rows. */
export interface SourceConfig {
  readonly name: string;
  readonly description?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly format?: "json" | "ndjson" | "csv";
  readonly items?: string;
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

const readPlainSource = objectOf(
  { name: readText, path: readText },
  {
    description: readText,
    query: readQuery,
    format: oneOf(["json", "ndjson", "csv"]),
    items: readText,
    paging: readPagingConfig,
    filter: recordOf(readFilter),
    fields: recordOf(readColumn),
  },
);

/** Reads one source of a configuration; placeholders must name fields of its filter. */
export const readSourceConfig: ReadValue<SourceConfig> = (value, path) => {
  const source = readPlainSource(value, path);
  const names = new Set(Object.keys(source.filter ?? {}));
  checkPlaceholders(source.path, { names, path: `${path}.path` });
  for (const [key, text] of Object.entries(source.query ?? {})) {
    checkPlaceholders(String(text), { names, path: `${path}.query.${key}` });
  }
  for (const [id, { options }] of Object.entries(source.filter ?? {})) {
    const others = new Set([...names].filter((name) => name !== id));
    checkPlaceholders(options?.path ?? "", { names: others, path: `${path}.filter.${id}.options.path` });
  }
  if (
    source.format !== undefined &&
    source.format !== "json" &&
    (source.items ?? source.paging) !== undefined
  ) {
    throw configFault(path, `found items or paging with format ${source.format}, which has neither`);
  }
  return source;
};

function readFilter(value: unknown, path: string): FilterConfig {
  const filter = readPlainFilter(value, path);
  const isList = filter.type === "list" || filter.type === "multilist";
  if (isList === ((filter.choices ?? filter.options) === undefined)) {
    throw configFault(
      path,
      isList ? "found a list without choices and options" : "found choices or options outside a list",
    );
  }
  if (filter.choices !== undefined && filter.options !== undefined) {
    throw configFault(path, "found both choices and options, wanted one of them");
  }
  return filter;
}

function readColumn(value: unknown, path: string): ColumnConfig | ColumnConfig["type"] {
  return typeof value === "string" ? oneOf(columnTypes)(value, path) : readColumnObject(value, path);
}

/**
 * Writes out a column that is given by its type alone.
 *
 * @param column - Type, or type with path and texts
 * @returns The column
 */
export function columnConfig(column: ColumnConfig | ColumnConfig["type"]): ColumnConfig {
  return typeof column === "string" ? { type: column } : column;
}

function checkPlaceholders(
  template: string,
  { names, path }: { readonly names: ReadonlySet<string>; readonly path: string },
): void {
  for (const [, name = ""] of template.matchAll(/\{([^{}.|]*)[^{}]*\}/g)) {
    if (!names.has(name)) {
      throw configFault(
        path,
        `found {${name}}, wanted one of the filter's fields: ${[...names].join(", ") || "there is none"}`,
      );
    }
  }
}
