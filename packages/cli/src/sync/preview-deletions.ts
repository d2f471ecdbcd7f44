import { RowComparison } from "./compare-rows.js";
import { whyToAsk } from "./merge-stage.js";
import { readApart, rowsOf } from "./read-apart.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { quoteName } from "./targets/sync-database.js";

/** Why a row would be deleted. */
export interface PreviewedDeletion {
  readonly key: string;
  readonly reason: string;
}

/** The effects that a run of a type would have. */
export interface Preview {
  readonly type: string;
  /** Rows of the target. */
  readonly before: number;
  readonly inserted: number;
  readonly deletions: readonly PreviewedDeletion[];
  /** Whether the run would require the consent of the user. */
  readonly isRefused: boolean;
}

/**
 * Reads a type and finds which rows a synchronization would delete, without changing the target.
 *
 * @param type - Id of the type
 * @param options - The synchronization and what the connector offers
 * @returns The deletions with their reasons
 */
export function previewDeletions(
  type: string,
  options: SynchronizeOptions & { readonly plan: SyncPlan },
): Promise<Preview> {
  return RowComparison.with(async (comparison) => {
    const run = await readApart(type, comparison, options);
    const { database } = options.store;
    const { table = "", columns = [] } = options.store.stateOf(type) ?? {};
    const stored = { database, columns, relation: quoteName(table) };
    let before = 0;
    for await (const rows of rowsOf(stored, [])) {
      before += rows.length;
      await comparison.add("target", rows);
    }
    const reason = `a full read of ${run.rows} rows to its end does not have it`;
    const deletions = [
      ...(await comparison.removed()).map((key) => ({
        key,
        reason: "the connector sent a tombstone for it",
      })),
      ...(run.isFull ? (await comparison.extra()).map((key) => ({ key, reason })) : []),
    ];
    const isEmpty = run.isFull && (await comparison.countSet()) === 0;
    const facts = { deleted: deletions.length, before, isEmpty };
    const isRefused = !options.allowsDeletions && whyToAsk(facts) !== undefined;
    return { type, before, inserted: await comparison.countMissing(), deletions, isRefused };
  });
}
