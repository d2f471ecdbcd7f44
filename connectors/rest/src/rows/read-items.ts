import { type Http, memberAt, type PageRequest, upstreamInvalid } from "@wellhead/sdk";
import { makePaging } from "../config/paging-config.js";
import type { JobConfig, SourceConfig } from "../config/source-config.js";
import { expandBody, expandMembers, expandPath, expandQuery } from "../template/expand-template.js";
import { findSeparator, parseCsvLine } from "./parse-csv-line.js";
import { readChildren } from "./read-children.js";
import { runJob } from "./run-job.js";
import { splitLines } from "./split-lines.js";

/** Context for reading lists. */
export interface ReadContext {
  readonly http: Http;
  /** Aborts waiting. */
  readonly signal: AbortSignal;
  /** Values of the filter. Default: braces in path and query are ordinary characters. */
  readonly values?: object;
}

/**
 * Reads the items of a source in the format of the API.
 *
 * @param context - Client, filter values and signal of the request
 * @param source - The source
 * @returns The items, in batches
 */
export function readItems(context: ReadContext, source: SourceConfig): AsyncIterable<readonly unknown[]> {
  const { parents, job } = source;
  const readList = (given: ReadContext) =>
    job === undefined ? readOne(given, source) : readExport(given, source, job);
  return parents === undefined ? readList(context) : readChildren(context, parents, readList);
}

async function* readExport(
  context: ReadContext,
  source: SourceConfig,
  job: JobConfig,
): AsyncGenerator<readonly unknown[]> {
  const { values, file } = await runJob(context, job);
  yield* file === undefined
    ? readOne({ ...context, values }, source)
    : readFormat(context.http, source, { path: file, query: {} });
}

function readOne({ http, values }: ReadContext, source: SourceConfig): AsyncIterable<readonly unknown[]> {
  const { path, query = {}, body, graphql } = source;
  if (values === undefined) return readFormat(http, source, { path, query });
  const request = { path: expandPath(path, values), query: expandQuery(query, values) };
  if (graphql !== undefined) {
    // The query text contains braces of its own, so only its variables have placeholders.
    const json = { query: graphql.query, variables: expandBody(graphql.variables ?? {}, values) };
    return readFormat(http, source, { ...request, json });
  }
  return readFormat(http, source, { ...request, ...(body && { json: expandMembers(body, values) }) });
}

function readFormat(
  http: Http,
  { format, items, keyed, paging }: SourceConfig,
  { path, query, json }: PageRequest,
): AsyncIterable<readonly unknown[]> {
  if (format === "ndjson") return http.get(path, { query }).lines();
  if (format === "csv") {
    return parseTable(splitLines(http.get(path, { query, headers: { accept: "text/csv" } }).stream()));
  }
  // An unpaged response may be of any size, so it is streamed and never held in full.
  const isWhole = paging === undefined && json === undefined && keyed === undefined;
  if (isWhole) return http.get(path, { query }).items(items);
  return http.pages(path, {
    query,
    json,
    items: keyed === undefined ? items : keyedItems(items ?? "", keyed),
    ...(paging && { paging: makePaging(paging) }),
  });
}

async function* parseTable(batches: AsyncIterable<readonly string[]>): AsyncGenerator<readonly unknown[]> {
  let names: readonly string[] | undefined;
  let separator = ",";
  for await (const lines of batches) {
    let start = 0;
    if (names === undefined) {
      const header = lines[0] ?? "";
      separator = findSeparator(header);
      names = parseCsvLine(header, separator);
      start = 1;
    }
    const columns = names;
    const rows = lines.slice(start).map((line) => toRecord(columns, parseCsvLine(line, separator)));
    if (rows.length > 0) yield rows;
  }
}

function toRecord(names: readonly string[], cells: readonly string[]): object {
  if (cells.length > names.length) {
    throw upstreamInvalid(
      `Could not read a line: expected ${names.length} cells as in the first line, got ${cells.length}.`,
    );
  }
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
}

/**
 * Creates a function that converts the members of an object to rows, such as `{"EUR": {"rate": 1}}`.
 *
 * @param place - Path of the object in the response; empty for the response itself
 * @param column - Column for the name of each member; it replaces a column of that name
 * @returns A function that returns the items of a response
 */
function keyedItems(place: string, column: string): (body: unknown) => readonly object[] {
  return (body) => {
    const found = memberAt(body, place);
    if (typeof found !== "object" || found === null || Array.isArray(found)) {
      const where = place === "" ? "the answer" : `"${place}" of the answer`;
      throw upstreamInvalid(
        `Could not read ${where}: expected an object whose members are the rows. Check "items".`,
      );
    }
    return Object.entries(found).map(([name, value]: readonly [string, unknown]) => {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return { ...(isObject ? value : { value }), [column]: name };
    });
  };
}
