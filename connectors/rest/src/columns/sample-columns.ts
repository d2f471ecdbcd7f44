import type { Columns, Http, Row } from "@wellhead/sdk";
import type { SourceConfig } from "../config/source-config.js";
import { flattenRow } from "../rows/flatten-row.js";
import { readItems } from "../rows/read-items.js";
import { inferColumns } from "./make-columns.js";

/** Rows that columns are inferred from. */
const sampleSize = 200;

/**
 * Infers the columns of a source from its first rows.
 *
 * @param http - Client of the request
 * @param config - The source
 * @param filter - Values of its filter. Default: the source has no placeholders
 * @returns The columns
 */
export async function sampleColumns(http: Http, config: SourceConfig, filter?: object): Promise<Columns> {
  const sample: Row[] = [];
  for await (const items of readItems(http, config, filter)) {
    sample.push(...items.slice(0, sampleSize).map((item) => flattenRow(item)));
    if (sample.length >= sampleSize) break;
  }
  return inferColumns(sample);
}
