import { countDistinct } from "./count-distinct.js";
import { planMeasures } from "./measure.js";
import { readMeasures } from "./measure-sql.js";
import type { ColumnProfile, ProfileRequest } from "./profile-query.js";
import { readDetails } from "./read-details.js";
import { whereClause } from "./select-rows.js";
import { findRanges } from "./sum-doubles.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

const action = "Could not profile the columns";
/** Maximum number of columns that one statement profiles. Counting distinct values takes some MiB per column. */
const maxProfiled = 20;
/** Maximum number of profiles that are kept. */
const maxKnown = 20_000;

/**
 * Computes the profiles of columns, over all selected rows.
 *
 * @param source - The table
 * @param request - Columns and selection, the number of rows of the table, and the profiles that are known, to which
 *   the others are added
 * @returns The profiles, in the order of the columns
 * @throws ResultsError `statement` for an unknown column
 */
export async function readProfiles(
  source: TableSource,
  request: ProfileRequest & { readonly rowCount: number; readonly known: Map<string, ColumnProfile> },
): Promise<readonly ColumnProfile[]> {
  const { columns = source.columns.map(({ name }) => name), isDetailed = false, rowCount, known } = request;
  const where = whereClause(source, request, action);
  const found = columns.map((name) => findColumn(source, name, action));
  const keyOf = ({ name }: QueryColumn) => JSON.stringify([where, name]);
  const missing = found.filter((column) => !known.has(keyOf(column)));
  if (known.size > maxKnown) known.clear();
  for (let start = 0; start < missing.length; start += maxProfiled) {
    const some = missing.slice(start, start + maxProfiled);
    for (const [index, profile] of (await profileColumns(source, some, { where, rowCount })).entries()) {
      const column = some[index];
      if (column !== undefined) known.set(keyOf(column), profile);
    }
  }
  const profiles: ColumnProfile[] = [];
  for (const column of found) {
    const profile = known.get(keyOf(column));
    if (profile === undefined) throw new TypeError("expected a profile of each column");
    profiles.push(
      isDetailed
        ? { ...profile, ...(await readDetails(source, { column, profile, where, action })) }
        : profile,
    );
  }
  return profiles;
}

/** Plans the cells of the profile of one column, and how to read them. */
async function planProfile(source: TableSource, column: QueryColumn) {
  const names = [
    ...(column.kind === "nested" ? [] : (["min", "max"] as const)),
    ...(column.kind === "number" ? (["sum", "mean"] as const) : []),
  ];
  const measured = names.map((name) => ({ function: name, column: column.name }));
  const measures = await planMeasures(measured, source, action);
  const cells = [
    `CAST(count(*) - count(${column.value}) AS VARCHAR)`,
    column.sent === undefined ? "'0'" : `CAST(count(*) FILTER (${column.sent.isUnread}) AS VARCHAR)`,
    ...measures.flatMap(({ aggregates }) => aggregates),
  ];
  const read = (rows: number, texts: readonly (string | null)[]): Omit<ColumnProfile, "distinct"> => {
    const [nulls, unread, ...own] = texts;
    const values = readMeasures(measures, own);
    const figures: { [Name in (typeof names)[number]]?: string | undefined } = {};
    for (const [index, name] of names.entries()) figures[name] = values[index] ?? undefined;
    return {
      column: column.name,
      kind: column.kind,
      rows,
      nulls: Number(nulls),
      ...(unread !== "0" && { unread: Number(unread) }),
      ...figures,
    };
  };
  return { cells, read };
}

interface ProfiledRows {
  readonly where: string;
  /** Number of rows of the table. */
  readonly rowCount: number;
}

async function profileColumns(
  source: TableSource,
  columns: readonly QueryColumn[],
  { where, rowCount }: ProfiledRows,
): Promise<readonly ColumnProfile[]> {
  // Ranges of all columns are found at once.
  const numbers = columns.filter(({ kind }) => kind === "number");
  const sums = numbers.map(({ name }) => ({ function: "sum", column: name }) as const);
  await findRanges(source, sums, action);
  const plans = await Promise.all(columns.map((column) => planProfile(source, column)));
  const cells = ["CAST(count(*) AS VARCHAR)", ...plans.flatMap((plan) => plan.cells)];
  const [[rows, ...texts] = []] = await source.engine.run(
    `SELECT ${cells.join(", ")} FROM ${source.table}${where}`,
    { action },
  );
  let start = 0;
  const profiles = plans.map((plan) => {
    const own = texts.slice(start, start + plan.cells.length);
    start += own.length;
    return plan.read(Number(rows), own);
  });
  const counted = profiles.flatMap((profile, index) => {
    const column = columns[index];
    const { min, max } = profile;
    return column === undefined ? [] : [{ column, values: profile.rows - profile.nulls, min, max }];
  });
  const counts = await countDistinct(source, counted, { where, rowCount, action });
  return profiles.map((profile, index) => ({ ...profile, distinct: counts[index] ?? 0 }));
}
