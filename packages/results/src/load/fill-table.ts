import { IncompleteRowsError, refusesArrow } from "@wellhead/client";
import { UnsuitedValues } from "../arrow/loaded-column.js";
import { BatchLoader } from "./batch-loader.js";
import type { LoadableBatches, LoadableRows, LoadOptions } from "./load-options.js";
import { type FinishedTable, TableLoader, type TableLoaderOptions } from "./table-loader.js";

/** Rows that have been stored, and why others are missing. */
export interface FilledTable {
  readonly finished: FinishedTable;
  /** `undefined` when all have arrived. */
  readonly fault: IncompleteRowsError | undefined;
}

/**
 * Stores rows as they arrive.
 *
 * @param reading - The rows
 * @param options - What the caller of `Results.load` wants
 * @param table - The table
 * @returns The table with the rows before a fault
 * @throws UnsuitedValues for record batches whose table might differ from that of the same rows as JSON
 */
export async function fillTable(
  reading: LoadableRows | LoadableBatches,
  options: Pick<LoadOptions, "limit" | "onBatch">,
  table: TableLoaderOptions,
): Promise<FilledTable> {
  if ("lines" in reading) return fillWithRows(reading, options, table);
  if (table.unfit === "keep")
    throw new TypeError("Could not store the rows: values are kept as they were sent only in JSON.");
  return fillWithBatches(reading, options, table);
}

async function fillWithRows(
  reading: LoadableRows,
  { onBatch }: Pick<LoadOptions, "onBatch">,
  table: TableLoaderOptions,
): Promise<FilledTable> {
  const loader = new TableLoader(table);
  const fault = await faultOf(async () => {
    try {
      for await (const part of reading.lines((lines) => loader.countPlainRows(lines))) {
        if ("lines" in part) await loader.addLines(part.lines);
        else await loader.add(part.texts);
        onBatch?.("lines" in part ? part.rows : part.texts.length, part.bytes);
      }
    } finally {
      await loader.close();
    }
  });
  return { fault, finished: await loader.finish() };
}

async function fillWithBatches(
  reading: LoadableBatches,
  { onBatch, limit }: Pick<LoadOptions, "limit" | "onBatch">,
  table: TableLoaderOptions,
): Promise<FilledTable> {
  const loader = new BatchLoader({ ...table, limit });
  let [rows, bytes] = [0, 0];
  try {
    const fault = await faultOf(async () => {
      for await (const batch of reading) {
        if (reading.schema !== undefined) loader.begin(reading.schema);
        await loader.add(batch.message, batch.rows);
        rows += batch.rows;
        bytes += batch.message.length;
        onBatch?.(batch.rows, batch.message.length);
        if (loader.isFull) break;
      }
    });
    if (fault?.ending === "marked" && refusesArrow(fault))
      throw new UnsuitedValues(fault.message, { cause: fault });
    if (reading.schema !== undefined) loader.begin(reading.schema);
    return { fault, finished: { ...(await loader.finish()), sent: undefined } };
  } catch (error) {
    if (error instanceof UnsuitedValues) onBatch?.(-rows, -bytes);
    throw error;
  } finally {
    await loader.close();
  }
}

/** Returns why rows are missing; `undefined` when all have arrived. */
async function faultOf(read: () => Promise<void>): Promise<IncompleteRowsError | undefined> {
  try {
    await read();
  } catch (error) {
    if (error instanceof IncompleteRowsError) return error;
    throw error;
  }
  return undefined;
}
