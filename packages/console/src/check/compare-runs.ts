/** A column as a run found it. */
export interface SeenColumn {
  readonly name: string;
  readonly type: string;
}

/** How the columns of two runs differ. */
export interface ColumnDrift {
  readonly added: readonly SeenColumn[];
  readonly removed: readonly SeenColumn[];
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** Compares the columns of two runs. */
export function compareRuns(before: readonly SeenColumn[], after: readonly SeenColumn[]): ColumnDrift {
  const earlier = new Map(before.map(({ name, type }) => [name, type]));
  const later = new Set(after.map(({ name }) => name));
  return {
    added: after.filter(({ name }) => !earlier.has(name)),
    removed: before.filter(({ name }) => !later.has(name)),
    changed: after.flatMap(({ name, type }) => {
      const old = earlier.get(name);
      return old === undefined || old === type ? [] : [{ name, before: old, after: type }];
    }),
  };
}
