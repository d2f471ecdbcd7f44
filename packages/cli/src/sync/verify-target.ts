import type { Column } from "./cells/column.js";
import { plainNumber } from "./cells/number-facts.js";
import { plainDate } from "./cells/plain-date.js";
import { entitiesOf, keysOf, type RowApart, readApart } from "./read-apart.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";

/** A difference between source and target. */
export interface Difference {
  readonly key: string;
  /** The difference, as the end of a sentence. */
  readonly what: string;
}

/** The result of comparing a type. */
export interface Verification {
  readonly type: string;
  /** Rows of the source that were compared. */
  readonly compared: number;
  /** Whether all rows of the source were read, so that rows that only the target has were also searched for. */
  readonly isComplete: boolean;
  readonly differences: readonly Difference[];
}

/**
 * Reads rows of a type from the source and compares them with the target, which is not changed.
 *
 * @param type - Id of the type
 * @param options - The synchronization, what the connector offers, and the number of rows after which to stop
 * @returns The differences
 */
export function verifyTarget(
  type: string,
  options: SynchronizeOptions & { readonly plan: SyncPlan; readonly maxRows: number | undefined },
): Promise<Verification> {
  return readApart(type, { ...options, isFull: true }, async ({ run, rows, has }) => {
    const differences: Difference[] = [];
    let compared = 0;
    for await (const batch of rows()) {
      const stored = await entitiesOf(
        options.store,
        type,
        batch.map(({ key }) => key),
      );
      for (const row of batch) {
        compared += 1;
        const what = differenceOf(row, stored.get(row.key), { columns: run.columns, options, type });
        if (what !== undefined) differences.push({ key: row.key, what });
      }
    }
    const isComplete = run.isComplete && run.isFull;
    if (isComplete) {
      for await (const keys of keysOf(options.store, type)) {
        const found = await has(keys);
        const what = "is in the target only";
        for (const key of keys) if (!found.has(key)) differences.push({ key, what });
      }
    }
    return { type, compared, isComplete, differences };
  });
}

interface ComparedColumns {
  readonly columns: readonly Column[];
  readonly options: SynchronizeOptions;
  readonly type: string;
}

function differenceOf(
  { isRemoval, cells }: RowApart,
  stored: readonly (string | null)[] | undefined,
  { columns, options, type }: ComparedColumns,
): string | undefined {
  if (isRemoval) return stored === undefined ? undefined : "is deleted in the source";
  if (stored === undefined) return "is missing in the target";
  const kept = options.store.stateOf(type)?.columns ?? [];
  for (const [index, column] of columns.entries()) {
    const position = kept.findIndex(({ field }) => field === column.field);
    const source = cells[index] ?? null;
    const target = position === -1 ? null : (stored[position] ?? null);
    if (comparable(column, source) !== comparable(column, target)) {
      return `has ${quoted(source)} in "${column.field}", the target has ${quoted(target)}`;
    }
  }
  return undefined;
}

/** Normalizes values, so that equal values are equal whatever the target writes. */
function comparable({ kind }: Column, cell: string | null): string | null {
  if (cell === null) return null;
  if (kind === "number") return plainNumber(cell)?.text ?? cell;
  if (kind === "date") return plainDate(cell)?.text ?? cell;
  if (kind !== "list") return cell;
  const list: unknown = JSON.parse(cell);
  return JSON.stringify(list);
}

function quoted(cell: string | null): string {
  return cell === null ? "no value" : `"${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}"`;
}
