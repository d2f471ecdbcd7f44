import type { EncodedBatch, EncodedRows, RowEncoding } from "@wellhead/sdk";
import type { ReadableTable, TablePart } from "../tables/table.js";
import { type ClusterFile, clusterFiles } from "./cluster-files.js";
import type { ReadRowsOptions } from "./read-rows-options.js";

/** Encodes rows. */
type EncodeRows = (encoding: RowEncoding) => AsyncGenerator<EncodedBatch>;

/**
 * Reads rows of a table with another engine. The files of a table are read one after another, because only then the order
 * of the rows is known.
 *
 * @param options - The table, the filter and the request
 * @param parts - The files that may have matching rows, of a table of several files. Default: the table is one file
 * @returns Encodes the rows; `undefined` when the embedded engine must read them
 */
export function clusterRows(options: ReadRowsOptions, parts?: readonly TablePart[]): EncodeRows | undefined {
  const { cluster, table, where, context } = options;
  // Row numbers, which a platform that synchronizes reads, are those of the embedded engine.
  if (cluster === undefined || context.page !== undefined) return undefined;
  // A table of several files is read when they are open.
  if ((parts === undefined) !== (table.parts === undefined)) return undefined;
  const chosen = chosenColumns(table, context.filter["columns"]);
  const files = clusterFiles(options, parts, { chosen, conditions: where(context.filter) });
  if (files === undefined) return undefined;
  const ask = ({ file }: ClusterFile, sql: string): Promise<EncodedRows> =>
    cluster.rows({ sql, action: `Could not read "${file.name}"` }, context.signal);
  return (encoding) => encodeFiles(files, { ...options, ask }, encoding);
}

interface FilesOptions extends Pick<ReadRowsOptions, "context" | "storage"> {
  readonly ask: (file: ClusterFile, sql: string) => Promise<EncodedRows>;
}

async function* encodeFiles(
  files: readonly ClusterFile[],
  { context, storage, ask }: FilesOptions,
  encoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  let { limit: left = Number.POSITIVE_INFINITY, skip } = context;
  for (const [index, one] of files.entries()) {
    if (left === 0) return;
    try {
      const rows = skip > 0 && index + 1 < files.length ? await countRows(one, ask) : undefined;
      if (rows === undefined || rows > skip) {
        const limit = Number.isFinite(left) ? left : undefined;
        for await (const batch of (await ask(one, one.statements.select({ limit, skip }))).encode(encoding)) {
          left -= batch.rows;
          yield batch;
        }
        skip = 0;
      } else skip -= rows;
    } catch (error) {
      // A file that changed may look damaged.
      await storage.checkUnchanged([one.file]);
      throw error;
    }
    await storage.checkUnchanged([one.file]);
  }
}

async function countRows(file: ClusterFile, ask: FilesOptions["ask"]): Promise<number> {
  const rows = await ask(file, file.statements.count);
  let text = "";
  for await (const { bytes, release } of rows.encode({ format: "json", separator: "," })) {
    text += Buffer.from(bytes).toString();
    release?.();
  }
  // The statement returns one row with this column.
  const { n } = JSON.parse(text) as { readonly n: number };
  return n;
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
