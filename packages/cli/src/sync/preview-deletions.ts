import { whyToAsk } from "./merge-stage.js";
import { entitiesOf, keysOf, readApart } from "./read-apart.js";
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
  return readApart(type, options, async ({ run, rows, has }) => {
    const deletions: PreviewedDeletion[] = [];
    const { database } = options.store;
    const { table = "", columns = [] } = options.store.stateOf(type) ?? {};
    const stored = { database, columns: columns.slice(0, 1), relation: quoteName(table) };
    let inserted = 0;
    let hasRows = false;
    for await (const batch of rows()) {
      const known = await entitiesOf(
        stored,
        batch.map(({ key }) => key),
      );
      hasRows ||= batch.some(({ isRemoval }) => !isRemoval);
      for (const { key, isRemoval } of batch) {
        if (!isRemoval && !known.has(key)) inserted += 1;
        if (isRemoval && known.has(key))
          deletions.push({ key, reason: "the connector sent a tombstone for it" });
      }
    }
    const tombstones = new Set(deletions.map(({ key }) => key));
    let before = 0;
    for await (const keys of keysOf(stored)) {
      before += keys.length;
      if (!run.isFull) continue;
      const found = await has(keys);
      const reason = `a full read of ${run.rows} rows to its end does not have it`;
      for (const key of keys) if (!found.has(key) && !tombstones.has(key)) deletions.push({ key, reason });
    }
    const facts = { deleted: deletions.length, before, isEmpty: run.isFull && !hasRows };
    const isRefused = !options.allowsDeletions && whyToAsk(facts) !== undefined;
    return { type, before, inserted, deletions, isRefused };
  });
}
