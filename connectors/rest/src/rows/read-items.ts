import { type Http, upstreamInvalid } from "@wellhead/sdk";
import { makePaging } from "../config/paging-config.js";
import type { SourceConfig } from "../config/source-config.js";
import { expandPath, expandQuery } from "../template/expand-template.js";
import { findSeparator, parseCsvLine } from "./parse-csv-line.js";
import { splitLines } from "./split-lines.js";

/**
 * Reads the items of a source, in whatever format the API has.
 *
 * @param http - Client of the request
 * @param source - The source
 * @param values - Values of its filter. Default: braces in path and query are signs like any other
 * @returns The items, in batches
 */
export function readItems(
  http: Http,
  source: SourceConfig,
  values?: object,
): AsyncIterable<readonly unknown[]> {
  const path = values === undefined ? source.path : expandPath(source.path, values);
  const query = values === undefined ? source.query : expandQuery(source.query, values);
  if (source.format === "ndjson") return http.get(path, { query }).lines();
  if (source.format === "csv") {
    return parseTable(splitLines(http.get(path, { query, headers: { accept: "text/csv" } }).stream()));
  }
  // An answer that is not paged may be of any size, so it is never held as a whole.
  if (source.paging === undefined) return http.get(path, { query }).items(source.items);
  return http.pages(path, { query, items: source.items, paging: makePaging(source.paging) });
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
      `Read a line: found ${cells.length} cells, wanted ${names.length} as in the first line`,
    );
  }
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
}
