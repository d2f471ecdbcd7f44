import type { Columns, Row } from "@wellhead/sdk";
import type { SourceConfig } from "../config/source-config.js";
import { flattenRow } from "../rows/flatten-row.js";
import type { ReadContext } from "../rows/read-context.js";
import { readItems } from "../rows/read-items.js";
import { inferColumns } from "./make-columns.js";

/** Number of rows from which columns are inferred. */
const sampleSize = 200;

/**
 * Infers the columns of a source from its first rows.
 *
 * @param context - Client, filter values and signal of the request
 * @param config - The source
 * @returns The columns
 */
export async function sampleColumns(context: ReadContext, config: SourceConfig): Promise<Columns> {
  const sample: Row[] = [];
  for await (const items of readItems(context, config)) {
    sample.push(...items.slice(0, sampleSize).map((item) => flattenRow(item)));
    if (sample.length >= sampleSize) break;
  }
  return inferColumns(sample);
}
