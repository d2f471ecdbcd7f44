import { ExactNumber, type RowReading } from "@wellhead/client";
import type { LoadedColumn } from "../load/store-table.js";
import type { PlannedReading } from "./plan-readings.js";

/** Number of rows that show what ids are. */
const sampleRows = 10;

/** Options of {@link typeIds}. */
export interface TypeIdsOptions {
  /** The columns of the rows that a filter selected. */
  readonly columns: readonly LoadedColumn[];
  /** Requests rows. */
  readonly read: (request: {
    readonly filter: Readonly<Record<string, unknown>>;
    readonly limit: number;
  }) => Promise<RowReading>;
}

/**
 * Finds the types of ids without any value among the rows that a filter selected. Ids are texts or integers, as other rows
 * of the source show.
 *
 * @param reading - The reading
 * @param options - Its columns, and how to request rows
 * @returns The declared columns, with ids that are integers as such; `undefined` when nothing changes
 */
export async function typeIds(
  { declared, filter, pushed }: PlannedReading,
  { columns, read }: TypeIdsOptions,
): Promise<PlannedReading["declared"] | undefined> {
  const empty = new Set(columns.flatMap(({ key, isEmpty }) => (isEmpty ? [key] : [])));
  const ids = declared.filter(({ id, type }) => type === "id" && empty.has(id));
  if (ids.length === 0 || pushed.length === 0) return undefined;
  const fields = new Set(pushed.map(({ field }) => field));
  const given = Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.has(field)));
  const integers = new Set<string>();
  // The statement does not need these rows, so their failure is not its failure.
  try {
    for await (const batch of await read({ filter: given, limit: sampleRows })) {
      const rows = batch.rows();
      for (const { id } of ids.filter((one) => rows.some((row) => isNumber(row[one.id])))) integers.add(id);
    }
  } catch {
    return undefined;
  }
  if (integers.size === 0) return undefined;
  return declared.map((column) => (integers.has(column.id) ? { ...column, type: "integer" } : column));
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || value instanceof ExactNumber;
}
