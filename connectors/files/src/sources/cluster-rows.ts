import { type EncodedRows, encodedRows } from "@wellhead/sdk";
import { type ClusterRows, clusterSelect } from "../cluster/cluster-select.js";
import type { FileStorage } from "../folder/file-storage.js";
import type { ReadableTable } from "../tables/table.js";
import type { ReadRowsOptions } from "./read-rows-options.js";

/** Which rows of a table to read. */
export type ChosenRows = Omit<ClusterRows, "layout" | "columns" | "limit"> & { readonly limit?: number };

/**
 * Returns the statement with which another engine reads rows of a table like the embedded one.
 *
 * @param place - The table and its storage
 * @param rows - The rows
 * @returns SQL; `undefined` when the embedded engine must read them
 */
export function clusterStatement(
  { table, storage }: { readonly table: ReadableTable; readonly storage: FileStorage },
  { limit, ...rows }: ChosenRows,
): string | undefined {
  const { original: layout, columns, file, sheet } = table;
  const location = sheet === undefined ? storage.locate?.(file) : undefined;
  if (layout === undefined || location === undefined) return undefined;
  return clusterSelect({ ...rows, layout, columns, limit }, location);
}

/**
 * Reads rows of a table with another engine.
 *
 * @param options - The table, the filter and the request
 * @returns The rows; `undefined` when the embedded engine must read them
 */
export async function clusterRows(options: ReadRowsOptions): Promise<EncodedRows | undefined> {
  const { cluster, table, where, context, storage } = options;
  // Row numbers, which a platform that synchronizes reads, are those of the embedded engine.
  if (cluster === undefined || context.page !== undefined) return undefined;
  const { limit, skip, signal, filter } = context;
  const chosen = chosenColumns(table, filter["columns"]);
  const sql = clusterStatement(options, {
    chosen,
    conditions: where(filter),
    skip,
    ...(limit !== undefined && { limit }),
  });
  if (sql === undefined) return undefined;
  const { file } = table;
  const rows = await cluster.rows({ sql, action: `Could not read "${file.name}"` }, signal);
  return encodedRows({
    ...rows,
    async *encode(encoding) {
      try {
        yield* rows.encode(encoding);
      } catch (error) {
        // A file that changed may look damaged.
        await storage.checkUnchanged([file]);
        throw error;
      }
      await storage.checkUnchanged([file]);
    },
  });
}

/**
 * Returns the columns that a filter chooses.
 *
 * @param table - The table
 * @param wanted - Value of the field `columns`
 * @returns The columns in the order of the table; all of them when none is chosen
 */
export function chosenColumns({ columns }: ReadableTable, wanted: unknown): ReadableTable["columns"] {
  return columns.filter(({ id }) => !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(id));
}
