import { didYouMean } from "@wellhead/sdk";
import { checkSource } from "./check-source.js";
import { readPagingConfig } from "./paging-config.js";
import { readColumnPath, readPath, readRequestPath } from "./read-text.js";
import {
  arrayOf,
  configFault,
  meaningFault,
  objectOf,
  oneOf,
  type ReadValue,
  readBool,
  readCount,
  readPositive,
  readScalar,
  readText,
  recordOf,
} from "./read-value.js";
import {
  type BodyConfig,
  type ColumnConfig,
  columnConfig,
  columnTypes,
  type FilterConfig,
  filterTypes,
  type JobConfig,
  type ParentsConfig,
  type SourceConfig,
} from "./source-config.js";

const readQuery = recordOf(readScalar);

const readOptions = objectOf(
  { path: readRequestPath, value: readPath },
  { items: readPath, query: readQuery, title: readPath, paging: readPagingConfig },
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
  { path: readColumnPath, title: readText, description: readText, optional: readBool },
);

const readParents: ReadValue<ParentsConfig> = objectOf(
  { path: readRequestPath, value: readPath },
  {
    items: readPath,
    query: readQuery,
    paging: readPagingConfig,
    column: readText,
    batch: readCount,
    maxCalls: readCount,
  },
);

const readJob: ReadValue<JobConfig> = objectOf(
  {
    start: objectOf({ path: readRequestPath }, { query: readQuery, body: readBody }),
    id: readPath,
    status: readRequestPath,
    state: readPath,
    done: arrayOf(readText),
  },
  { failed: arrayOf(readText), file: readPath, pollSeconds: readPositive, maxSeconds: readPositive },
);

const readPlainSource = objectOf(
  { name: readText, path: readRequestPath },
  {
    description: readText,
    query: readQuery,
    format: oneOf(["json", "ndjson", "csv", "xml"]),
    encoding: readEncoding,
    items: readPath,
    keyed: readText,
    body: readBody,
    graphql: objectOf({ query: readText }, { variables: readBody }),
    parents: readParents,
    job: readJob,
    paging: readPagingConfig,
    filter: recordOf(readFilter),
    fields: readColumns,
    key: arrayOf(readText),
    changes: objectOf({ by: readText }, { lookback: readDuration, fullEvery: readDuration }),
    windows: objectOf({ field: readText, days: readCount }, { excludesEnd: readBool }),
  },
);

/** Reads one source of a configuration; placeholders must name fields of its filter. */
export const readSourceConfig: ReadValue<SourceConfig> = (value, path) => {
  const source = readPlainSource(value, path);
  checkCombination(source, path);
  checkColumns(source, path);
  checkSource(source, path);
  return source;
};

/** Throws a TypeError for members that cannot be combined. */
function checkCombination(source: SourceConfig, path: string): void {
  const { format = "json", encoding, items, paging, keyed, body, graphql, job } = source;
  if (format !== "json" && (keyed ?? body ?? graphql) !== undefined)
    throw configFault(path, `expected no keyed, body or graphql with format ${format}`);
  if ((format === "csv" || format === "ndjson") && items !== undefined)
    throw configFault(path, `expected no items with format ${format}`);
  if ((format === "json" || format === "ndjson") && encoding !== undefined)
    throw configFault(path, `expected no encoding with format ${format}, which is always UTF-8`);
  if (format === "xml" && items === undefined)
    throw configFault(path, "expected items with format xml, such as feed.entry, got nothing");
  if (body !== undefined && graphql !== undefined)
    throw configFault(path, "expected body or graphql, not both");
  if (job !== undefined && (body ?? graphql ?? paging) !== undefined) {
    throw configFault(path, "expected no body, graphql or paging with a job");
  }
  checkPagingOf(source, `${path}.paging`);
}

/** Throws for a paging that reads from a body what a table or lines cannot have. */
function checkPagingOf({ format, paging }: SourceConfig, path: string): void {
  if (paging === undefined || (format !== "csv" && format !== "ndjson")) return;
  const inBody =
    paging.kind === "cursorInBody" ||
    paging.kind === "nextUrlInBody" ||
    isInBody("total" in paging ? paging.total : undefined) ||
    isInBody("pages" in paging ? paging.pages : undefined);
  if (inBody)
    throw meaningFault(
      path,
      `expected a paging that reads headers or counts, because format ${format} has only rows`,
    );
}

function isInBody(place: string | undefined): boolean {
  return place !== undefined && !place.startsWith("header:");
}

/** Checks the members that name columns or a date field. */
function checkColumns({ fields, key, changes, windows, filter = {} }: SourceConfig, path: string): void {
  const named: Array<readonly [member: string, column: string]> = (key ?? []).map((one, index) => [
    `key[${index}]`,
    one,
  ]);
  if (changes !== undefined) named.push(["changes.by", changes.by]);
  for (const [member, column] of named) {
    const known = Object.keys(fields ?? {});
    if (known.includes(column)) continue;
    const near = didYouMean(column, known);
    throw meaningFault(
      `${path}.${member}`,
      `expected one of the columns in fields (${known.join(", ") || "there is none"}), got "${column}"${near === "" ? "" : `.${near}`}`,
    );
  }
  const by = changes === undefined ? undefined : fields?.[changes.by];
  if (by !== undefined && columnConfig(by).type !== "date")
    throw meaningFault(`${path}.changes.by`, `expected a column of type date, got ${columnConfig(by).type}`);
  if (windows !== undefined && filter[windows.field]?.type !== "date")
    throw meaningFault(
      `${path}.windows.field`,
      `expected a field of the filter of type date, got "${windows.field}"`,
    );
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

function readColumns(value: unknown, path: string): NonNullable<SourceConfig["fields"]> {
  const columns = recordOf(readColumn)(value, path);
  if (Object.keys(columns).length > 0) return columns;
  throw configFault(path, "expected at least one column, got none");
}

/** Reads a label of the Encoding Standard. */
function readEncoding(value: unknown, path: string): string {
  const label = readText(value, path);
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw meaningFault(path, `expected an encoding such as windows-1252, got ${JSON.stringify(label)}`);
  }
}

/** Reads a duration, such as `6 h`. */
function readDuration(value: unknown, path: string): string {
  const text = readText(value, path);
  if (/^[1-9]\d{0,5} ?(?:min|h|d)$/.test(text)) return text;
  throw configFault(path, `expected a duration such as 30 min, 6 h or 7 d, got ${JSON.stringify(text)}`);
}
