import { formatNumber } from "../terminal/format-number.js";
import type { Column } from "./cells/column.js";
import { plainNumber } from "./cells/number-facts.js";
import { plainDate } from "./cells/plain-date.js";
import { entitiesOf, keysOf, type RowApart, readApart, type StoredTable } from "./read-apart.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { quoteName, type SyncDatabase } from "./targets/sync-database.js";
import { compareLinks, type LinkTable } from "./write-links.js";

/** A difference between source and target. */
export interface Difference {
  readonly key: string;
  /** The difference, as the end of a sentence. */
  readonly what: string;
}

/** The result of comparing a type. */
export interface Verification {
  readonly type: string;
  /** Keys of the source that were compared. */
  readonly compared: number;
  /** Rows of the target. */
  readonly targetRows: number;
  /** Whether all rows of the source were read, so that rows that only the target has were also searched for. */
  readonly isComplete: boolean;
  /** Number of keys that differ. */
  readonly differing: number;
  /** The first differences. */
  readonly differences: readonly Difference[];
}

/** Options of {@link verifyTarget}. */
export interface VerifyOptions extends SynchronizeOptions {
  readonly plan: SyncPlan;
  /** Number of rows of the source after which to stop; `undefined` to read all. */
  readonly maxRows: number | undefined;
  /** Returns the SQL of what people read as a table: its name or its file. */
  readonly relationOf: (table: string) => Promise<string>;
}

/** Differences of a type that are kept. */
const maxDifferences = 20;

/**
 * Reads rows of a type from the source and compares them with the target, which is not changed.
 *
 * @param type - Id of the type
 * @param options - The synchronization, what the connector offers, and the number of rows after which to stop
 * @returns The differences
 * @throws CommandError when the target does not have the file of the type
 */
export function verifyTarget(type: string, options: VerifyOptions): Promise<Verification> {
  return readApart(type, { ...options, isFull: true }, async ({ run, rows, has }) => {
    const { database } = options.store;
    const { table = "", columns = [], links = [] } = options.store.stateOf(type) ?? {};
    const stored = {
      database,
      columns,
      relation: columns.length === 0 ? "" : await options.relationOf(table),
    };
    const differences: Difference[] = [];
    let differing = 0;
    const add = (difference: Difference) => {
      differing += 1;
      if (differences.length < maxDifferences) differences.push(difference);
    };
    let compared = 0;
    for await (const batch of rows()) {
      const keys = batch.map(({ key }) => key);
      const entities = await entitiesOf(stored, keys);
      for (const row of batch) {
        if (!row.isRemoval) compared += 1;
        const what = differenceOf(row, entities.get(row.key), { source: run.columns, target: columns });
        if (what !== undefined) add({ key: row.key, what });
      }
    }
    const isComplete = run.isComplete && run.isFull;
    for await (const keys of isComplete ? keysOf(stored) : []) {
      const found = await has(keys);
      for (const key of keys) if (!found.has(key)) add({ key, what: "is in the target only" });
    }
    for (const difference of await repeatedKeys(stored)) add(difference);
    for (const link of links)
      for (const difference of await differingPairs(stored, link, options)) add(difference);
    const targetRows = columns.length === 0 ? 0 : await countOf(database, stored.relation);
    return { type, compared, targetRows, isComplete, differing, differences };
  });
}

/**
 * Describes a comparison for people.
 *
 * @param verification - The comparison
 * @returns Lines
 */
export function formatVerification(verification: Verification): readonly string[] {
  const { type, compared, targetRows, isComplete, differing, differences } = verification;
  const scope = isComplete ? `all ${formatNumber(compared)}` : `the first ${formatNumber(compared)}`;
  const outcome = differing === 0 ? "no difference" : `${formatNumber(differing)} differ`;
  const others = differing - differences.length;
  return [
    `${type}: compared ${scope} rows of the source with ${formatNumber(targetRows)} of the target, ${outcome}.`,
    ...differences.map(({ key, what }) => `  ${key}: ${what}`),
    ...(others > 0 ? [`  and ${formatNumber(others)} more`] : []),
  ];
}

async function countOf(database: SyncDatabase, relation: string): Promise<number> {
  const rows = await database.run(`SELECT CAST(count(*) AS TEXT) FROM ${relation}`);
  return Number(rows[0]?.[0] ?? 0);
}

/** Not every target has an index that keeps keys unique. */
async function repeatedKeys({ database, relation, columns }: StoredTable): Promise<readonly Difference[]> {
  if (columns.length === 0) return [];
  const key = quoteName(columns[0]?.name ?? "id");
  const rows = await database.run(
    `SELECT ${key}, CAST(count(*) AS TEXT) FROM ${relation} GROUP BY ${key} HAVING count(*) > 1 ORDER BY ${key}`,
  );
  return rows.map(([one, count]) => ({ key: one ?? "", what: `is in the target ${count} times` }));
}

/** Compares a table of pairs with the column of keys, which has been compared with the source. */
async function differingPairs(
  { database, relation, columns }: StoredTable,
  link: LinkTable,
  { relationOf }: Pick<VerifyOptions, "relationOf">,
): Promise<readonly Difference[]> {
  if (columns.length === 0) return [];
  const pairs = { relation, columns, link, links: await relationOf(link.table) };
  const differing = await compareLinks(database, pairs);
  return differing.map(({ source, target, isExtra }) => ({
    key: source,
    what: isExtra ? `points to "${target}" in "${link.table}" only` : `lacks "${target}" in "${link.table}"`,
  }));
}

interface ComparedColumns {
  readonly source: readonly Column[];
  readonly target: readonly Column[];
}

function differenceOf(
  { isRemoval, cells }: RowApart,
  stored: readonly (string | null)[] | undefined,
  columns: ComparedColumns,
): string | undefined {
  if (isRemoval) return stored === undefined ? undefined : "is deleted in the source";
  if (stored === undefined) return "is missing in the target";
  const differing = columns.source.flatMap((column, index): string[] => {
    const position = columns.target.findIndex(({ field }) => field === column.field);
    const source = cells[index] ?? null;
    const target = position === -1 ? null : (stored[position] ?? null);
    if (comparable(column, source) === comparable(column, target)) return [];
    return [`${quoted(source)} in "${column.field}", the target has ${quoted(target)}`];
  });
  return differing.length === 0 ? undefined : `has ${differing.join("; ")}`;
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
