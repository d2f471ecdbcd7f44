import { quoteText } from "../engine/quote.js";
import type { Reading } from "./reading.js";

/**
 * Makes a Parquet file a table.
 *
 * @param reading - The file
 * @returns What stands behind FROM
 */
export function parquetTable({ standIn }: Reading): string {
  return `read_parquet(${quoteText(standIn)})`;
}
