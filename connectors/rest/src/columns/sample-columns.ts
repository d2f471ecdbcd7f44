import type { Columns, Row } from "@wellhead/sdk";
import { flattenRow } from "../rows/flatten-row.js";
import { inferColumns } from "./make-columns.js";

/** Number of rows from which columns are inferred. */
const sampleSize = 200;

/**
 * Infers the columns of a source from its first rows.
 *
 * @param batches - The items, of which only the first are read
 * @returns The columns
 */
export async function sampleColumns(batches: AsyncIterable<readonly unknown[]>): Promise<Columns> {
  const sample: Row[] = [];
  for await (const items of batches) {
    sample.push(...items.slice(0, sampleSize).map((item) => flattenRow(item)));
    if (sample.length >= sampleSize) break;
  }
  return inferColumns(sample);
}
