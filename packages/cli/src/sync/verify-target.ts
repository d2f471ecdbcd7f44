import { formatNumber } from "../terminal/format-number.js";
import { type Column, keyColumnsOf } from "./cells/column.js";
import { comparedValue } from "./cells/compared-value.js";
import { type ComparedRow, type DifferingKey, RowComparison } from "./compare-rows.js";
import { readApart, rowsOf, type StoredTable } from "./read-apart.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { shapeOf } from "./sync-state.js";
import { fieldsOf } from "./synchronize.js";
import { keyNames, quoteName, type SyncDatabase } from "./targets/sync-database.js";
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
  /**
   * Reads the rows of a type as reports have them, which is not how they were synchronized.
   *
   * @param type - Id of the type
   * @param limit - Maximum number of rows; `undefined` means all
   */
  readonly sourceRows: (type: string, limit: number | undefined) => AsyncIterable<readonly SourceRow[]>;
}

type SourceRow = Readonly<Record<string, unknown>>;

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
  return RowComparison.with(async (comparison) => {
    const { database } = options.store;
    const { table = "", columns = [], links = [] } = options.store.stateOf(type) ?? {};
    const relation = columns.length === 0 ? "" : await options.relationOf(table);
    const stored = { database, columns, relation };
    const source = await readSource(type, comparison, options);
    const { isComplete, hasKey } = source;
    const names = source.columns.map(({ field }) => field);
    const compared = source.columns.map(
      (column) => columns.find(({ field }) => field === column.field) ?? column,
    );
    for await (const rows of rowsOf(stored, compared))
      await comparison.add("target", rows.map(source.asSent));
    const { count, first } = await findDifferences(comparison, { isComplete, hasKey, names });
    const others: Difference[] = [...(await repeatedKeys(stored))];
    for (const link of links) others.push(...(await differingPairs(stored, link, options)));
    const targetRows = columns.length === 0 ? 0 : await countOf(database, relation);
    return {
      type,
      compared: source.compared,
      targetRows,
      isComplete,
      differing: count + others.length,
      differences: [...first, ...others].slice(0, maxDifferences),
    };
  });
}

/** The rows of a source that were added to a comparison. */
interface ComparedSource {
  readonly columns: readonly Column[];
  readonly compared: number;
  readonly isComplete: boolean;
  /** Whether the rows have their key. The number of a row of a file is in synchronized rows only. */
  readonly hasKey: boolean;
  /** Makes of a row of the target what the source sends of it. */
  readonly asSent: (row: ComparedRow) => ComparedRow;
}

async function readSource(
  type: string,
  comparison: RowComparison,
  options: VerifyOptions,
): Promise<ComparedSource> {
  const { store, plan, maxRows } = options;
  const fields = fieldsOf(plan.schema, type);
  const columns = store.columnsFor(type, fields, shapeOf(fields, options.filter));
  if (columns.some(({ isExact }) => isExact === true))
    return readReport(type, columns, { comparison, options });
  const stored = store.stateOf(type)?.columns ?? [];
  const compared = columns.map((column) => stored.find(({ field }) => field === column.field) ?? column);
  const run = await readApart(type, comparison, { ...options, isFull: true, maxRows, compared });
  const isComplete = run.isComplete && run.isFull;
  return { columns, compared: await comparison.countSet(), isComplete, hasKey: true, asSent: (row) => row };
}

interface ReadReportOptions {
  readonly comparison: RowComparison;
  readonly options: VerifyOptions;
}

async function readReport(
  type: string,
  columns: readonly Column[],
  { comparison, options }: ReadReportOptions,
): Promise<ComparedSource> {
  const { maxRows, store } = options;
  const stored = store.stateOf(type)?.columns ?? [];
  let count = 0;
  let known: ReportColumns | undefined;
  for await (const rows of options.sourceRows(type, maxRows)) {
    const [first] = rows;
    if (first === undefined) continue;
    known ??= reportColumns(columns, stored, first);
    const found = known;
    await comparison.add(
      "source",
      rows.map((row) => reportRow(row, found)),
    );
    count += rows.length;
  }
  const { own = columns, hasKey = true, asSent = sentKeyOf(columns) } = known ?? {};
  return {
    columns: own,
    compared: count,
    isComplete: maxRows === undefined || count < maxRows,
    hasKey,
    asSent,
  };
}

/** The columns of rows as reports have them. */
interface ReportColumns {
  readonly own: readonly Column[];
  /** The same columns, as the target has them. */
  readonly compared: readonly Column[];
  readonly key: readonly Column[];
  readonly hasKey: boolean;
  readonly asSent: (row: ComparedRow) => ComparedRow;
}

function reportColumns(
  columns: readonly Column[],
  stored: readonly Column[],
  first: SourceRow,
): ReportColumns {
  const key = keyColumnsOf(columns);
  const hasKey = key.every(({ field }) => Object.hasOwn(first, field));
  const own = hasKey ? columns : columns.filter((column) => !key.includes(column));
  const inTarget = (column: Column) => stored.find(({ field }) => field === column.field) ?? column;
  const asSent = hasKey ? sentKeyOf(own) : withoutKey;
  return { own, compared: own.map(inTarget), key: key.map(inTarget), asSent, hasKey };
}

function reportRow(row: SourceRow, { compared, key, asSent }: ReportColumns): ComparedRow {
  const cellOf = (column: Column) =>
    comparedValue(column, Object.hasOwn(row, column.field) ? row[column.field] : undefined);
  const parts = key.map(cellOf);
  const label = parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts);
  return asSent({ key: JSON.stringify(parts), label, cells: compared.map(cellOf) });
}

/** JSON does not have these numbers: the source sends `null`, also in a key, which then identifies nothing. */
const unsentNumber = /^-?(?:nan|inf(?:inity)?)$/i;

/** Makes rows of these columns such that those whose key cannot be sent are compared as a whole. */
function sentKeyOf(columns: readonly Column[]): (row: ComparedRow) => ComparedRow {
  const key = keyColumnsOf(columns).map((column) => columns.indexOf(column));
  return (row) => {
    const cells = (row.cells ?? []).map((cell, index) =>
      columns[index]?.kind === "number" && unsentNumber.test(cell ?? "") ? null : cell,
    );
    return key.every((index) => cells[index] !== null) ? row : withoutKey({ ...row, cells });
  };
}

/** Makes a row that is compared as a whole, because nothing else identifies it. */
function withoutKey({ cells = [] }: ComparedRow): ComparedRow {
  const text = JSON.stringify(cells);
  return { key: text, label: text.length > 60 ? `${text.slice(0, 60)}…` : text };
}

interface FindOptions extends Pick<ComparedSource, "isComplete" | "hasKey"> {
  readonly names: readonly string[];
}

async function findDifferences(
  comparison: RowComparison,
  { isComplete, hasKey, names }: FindOptions,
): Promise<{ readonly count: number; readonly first: readonly Difference[] }> {
  if (!hasKey) {
    const { count, first } = await comparison.differentCounts({ isComplete, maxRows: maxDifferences });
    const found = first.map(({ label, source, target }) => ({
      key: label,
      what: `is in the source ${source} times, in the target ${target} times`,
    }));
    return { count, first: found };
  }
  const { count, first } = await comparison.differences({ isComplete, maxRows: maxDifferences });
  return { count, first: first.map((found) => ({ key: found.label, what: describe(found, names) })) };
}

function describe({ source, target, isGone }: DifferingKey, names: readonly string[]): string {
  if (source === undefined) return isGone ? "is deleted in the source" : "is in the target only";
  if (target === undefined) return "is missing in the target";
  const differing = names.flatMap((name, index): string[] => {
    const [own = null, other = null] = [source[index], target[index]];
    return own === other ? [] : [`${quoted(own)} in "${name}", the target has ${quoted(other)}`];
  });
  return `has ${differing.join("; ")}`;
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
  const key = keyNames(columns);
  const texts = keyColumnsOf(columns).map((column) => database.toText(column, quoteName(column.name)));
  const rows = await database.run(
    `SELECT CAST(count(*) AS TEXT), ${texts.join(", ")} FROM ${relation} GROUP BY ${key} HAVING count(*) > 1 ORDER BY ${key}`,
  );
  return rows.map(([count, ...parts]) => ({
    key: parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts),
    what: `is in the target ${count} times`,
  }));
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

function quoted(cell: string | null): string {
  return cell === null ? "no value" : `"${cell.length > 60 ? `${cell.slice(0, 60)}…` : cell}"`;
}
