/** A table that has been loaded. */
export interface ShowableTable<Column, Unfit> {
  readonly columns: readonly Column[];
  readonly unfit: readonly Unfit[];
  readonly table: {
    readonly rows: () => AsyncIterable<readonly string[]>;
    readonly drop: () => Promise<void>;
  };
}

/**
 * Returns everything that a statement sees of a table, and drops it.
 *
 * @param loaded - The table
 * @returns Its columns, those with values that do not fit, and the JSON of its rows
 */
export async function shownTable<Column, Unfit>({
  columns,
  unfit,
  table,
}: ShowableTable<Column, Unfit>): Promise<{
  readonly columns: readonly Column[];
  readonly unfit: readonly Unfit[];
  readonly rows: readonly string[];
}> {
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  await table.drop();
  return { columns, unfit, rows };
}
