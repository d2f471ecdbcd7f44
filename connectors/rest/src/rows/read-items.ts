import { type Http, memberAt, type PageRequest, upstreamInvalid } from "@wellhead/sdk";
import { columnConfig, type JobConfig, type SourceConfig } from "../config/source-config.js";
import { makePaging, orderOf } from "../paging/make-paging.js";
import { expandBody, expandMembers, expandPath, expandQuery } from "../template/expand-template.js";
import { readChildren } from "./read-children.js";
import type { ReadContext } from "./read-context.js";
import { readFormat } from "./read-format.js";
import { runJob } from "./run-job.js";

/**
 * Reads the items of a source in the format of the API.
 *
 * @param context - Client, filter values and signal of the request
 * @param source - The source
 * @returns The items, in batches
 */
export function readItems(context: ReadContext, source: SourceConfig): AsyncIterable<readonly unknown[]> {
  const { parents, job } = source;
  const read = (given: ReadContext) =>
    job === undefined ? readOne(given, source) : readExport(given, source, job);
  return parents === undefined ? read(context) : readChildren(context, parents, read);
}

async function* readExport(
  context: ReadContext,
  source: SourceConfig,
  job: JobConfig,
): AsyncGenerator<readonly unknown[]> {
  const { values, file } = await runJob(context, job);
  yield* file === undefined
    ? readOne({ ...context, values }, source)
    : readList(context.http, source, { path: file, query: {} });
}

function readOne({ http, values }: ReadContext, source: SourceConfig): AsyncIterable<readonly unknown[]> {
  const { path, query = {}, body, graphql } = source;
  if (values === undefined) return readList(http, source, { path, query });
  const request = { path: expandPath(path, values), query: expandQuery(query, values) };
  if (graphql !== undefined) {
    // The query text contains braces of its own, so only its variables have placeholders.
    const json = { query: graphql.query, variables: expandBody(graphql.variables ?? {}, values) };
    return readList(http, source, { ...request, json });
  }
  return readList(http, source, { ...request, ...(body && { json: expandMembers(body, values) }) });
}

function readList(
  http: Http,
  source: SourceConfig,
  { path, query, json }: PageRequest,
): AsyncIterable<readonly unknown[]> {
  const { format, encoding, items, keyed, paging, fields } = source;
  const key = keyReader(source);
  if (format !== undefined && format !== "json")
    return readFormat(http, { format, encoding, items, fields, paging, key }, { path, query });
  const isPaged = paging !== undefined && paging.kind !== "none";
  // An unpaged response may be of any size, so it is streamed and never held in full.
  if (!isPaged && json === undefined && keyed === undefined) return http.get(path, { query }).items(items);
  const place = keyed === undefined ? items : keyedItems(items ?? "", keyed);
  return http.pages(path, {
    query,
    json,
    items: place,
    key,
    order: orderOf(paging),
    ...(paging && { paging: makePaging(paging, place) }),
  });
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

/**
 * Creates a function that returns what identifies an item: the values of the key, or of the only column of type `id`.
 *
 * @param source - The source
 * @returns The function; `undefined` when items have no identity
 */
function keyReader({ fields = {}, key }: SourceConfig): ((item: unknown) => unknown) | undefined {
  const columns = Object.entries(fields).map(([id, field]) => ({ id, path: id, ...columnConfig(field) }));
  const ids = columns.filter(({ type, optional }) => type === "id" && optional !== true);
  const names = key ?? (ids.length === 1 ? ids.map(({ id }) => id) : []);
  const paths = names.flatMap((name) => columns.filter(({ id }) => id === name).map(({ path }) => path));
  const [only, ...others] = paths;
  if (only === undefined) return undefined;
  if (others.length === 0) return (item) => memberAt(item, only);
  return (item) => JSON.stringify(paths.map((path) => memberAt(item, path)));
}
