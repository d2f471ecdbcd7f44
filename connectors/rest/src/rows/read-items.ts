import { type Http, memberAt, type PageRequest, upstreamInvalid } from "@wellhead/sdk";
import { makePaging } from "../config/paging-config.js";
import { columnConfig, type JobConfig, type SourceConfig } from "../config/source-config.js";
import { expandBody, expandMembers, expandPath, expandQuery } from "../template/expand-template.js";
import { findSeparator, parseCsvLine } from "./parse-csv-line.js";
import { readChildren } from "./read-children.js";
import type { ReadContext } from "./read-context.js";
import { runJob } from "./run-job.js";
import { type LineBatch, splitLines } from "./split-lines.js";

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
  { format, items, keyed, paging, fields }: SourceConfig,
  { path, query, json }: PageRequest,
): AsyncIterable<readonly unknown[]> {
  if (format === "ndjson") return http.get(path, { query }).lines();
  if (format === "csv") {
    const call = http.get(path, { query, headers: { accept: "text/csv" } });
    return parseTable(splitLines(call.stream()), fields);
  }
  // An unpaged response may be of any size, so it is streamed and never held in full.
  const isPaged = paging !== undefined && paging.kind !== "none";
  const isWhole = !isPaged && json === undefined && keyed === undefined;
  if (isWhole) return http.get(path, { query }).items(items);
  return http.pages(path, {
    query,
    json,
    items: keyed === undefined ? items : keyedItems(items ?? "", keyed),
    ...(paging && { paging: makePaging(paging) }),
  });
}

/** Yields the rows of a CSV file. `fields`: the declared columns, one of which the first line must name. */
async function* parseTable(
  batches: AsyncIterable<LineBatch>,
  fields: SourceConfig["fields"],
): AsyncGenerator<readonly unknown[]> {
  let header: CsvHeader | undefined;
  for await (const { lines, isEnded } of batches) {
    const start = header === undefined ? 1 : 0;
    header ??= readHeader(lines[0] ?? "", fields);
    const { names, separator } = header;
    const cells = lines.slice(start).map((line) => parseCsvLine(line, separator));
    const last = cells.at(-1);
    if (!isEnded && last !== undefined && last.length < names.length) {
      throw upstreamInvalid(
        `Could not read the last line: expected ${names.length} cells as in the first line, got ${last.length}. The response may be cut short.`,
      );
    }
    if (cells.length > 0) yield cells.map((row) => toRecord(names, row));
  }
  if (header === undefined)
    throw upstreamInvalid("Could not read the table: expected a line of column names, got nothing.");
}

/** The first line of a CSV file. */
interface CsvHeader {
  readonly names: readonly string[];
  readonly separator: string;
}

/** Reads the first line. A sign-in page or a JSON error would otherwise be a table without rows. */
function readHeader(line: string, fields: SourceConfig["fields"]): CsvHeader {
  const separator = findSeparator(line);
  const names = parseCsvLine(line, separator);
  const paths = Object.entries(fields ?? {}).map(([id, field]) => columnConfig(field).path ?? id);
  const isForeign = paths.length > 0 && !paths.some((path) => names.includes(path));
  if (!isForeign && !isMarkup(line) && !isJson(line)) return { names, separator };
  const expected = isForeign ? `at least one of the columns ${paths.join(", ")}` : "a line of column names";
  throw upstreamInvalid(
    `Could not read the table: expected ${expected}, got ${JSON.stringify(line.slice(0, 80))}.`,
  );
}

function isMarkup(line: string): boolean {
  return /^\s*<[!?a-z]/i.test(line);
}

/** Returns whether a line is a JSON value, or the start of one. A text in quotes may be a column name. */
function isJson(line: string): boolean {
  const text = line.trim();
  if (text === "{" || text === "[") return true;
  try {
    return typeof JSON.parse(text) !== "string";
  } catch {
    return false;
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
