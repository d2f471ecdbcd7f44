import {
  type ColumnFacts,
  dateCounts,
  kindCounts,
  maybeDate,
  numberMeasures,
} from "../types/column-facts.js";
import { mayBeDates } from "../types/column-type.js";
import type { TableKey } from "./table-keys.js";

/** A table with the JSON texts of rows. */
export interface FactsOptions {
  /** Its quoted name; its columns are `c0`, `c1` and so on. */
  readonly table: string;
  /** The member of each column. */
  readonly keys: readonly TableKey[];
  /** Runs SQL. */
  readonly run: (sql: string) => Promise<readonly (readonly (string | null)[])[]>;
}

/** Texts of what was measured, by column. */
type Measured = ReadonlyMap<string, readonly (string | null)[]>;

/** Maximum number of columns that are measured one by one. Compiling such a statement takes long for more of them. */
const maxWide = 40;

/**
 * Finds facts about the values of each column, over all rows.
 *
 * @param options - The table
 * @returns The facts of each column
 */
export async function findFacts({ table, keys, run }: FactsOptions): Promise<readonly ColumnFacts[]> {
  const columns = keys.map((_, index) => `c${index}`);
  const declared = new Map(columns.map((column, index) => [column, keys[index]?.declared ?? ""]));
  const measure = (some: readonly string[], expressions: (value: string) => readonly string[]) =>
    measureColumns(some, expressions, { table, run });
  const kinds = await measure(columns, kindCounts);
  const numbers = columns.filter((column) => {
    const known = kindsOf(kinds.get(column));
    return known.numbers > 0 && known.numbers === known.values;
  });
  const isMarked = (column: string) => kindsOf(kinds.get(column)).marked > 0;
  const plain = await measure(
    numbers.filter((column) => !isMarked(column)),
    (value) => numberMeasures(value, false),
  );
  const marked = await measure(numbers.filter(isMarked), (value) => numberMeasures(value, true));
  const dates = await measure(
    columns.filter(
      (column) => mayBeDates(declared.get(column) ?? "") && areMaybeDates(kinds.get(column) ?? []),
    ),
    dateCounts,
  );
  return columns.map((column) =>
    factsOf(kinds.get(column), plain.get(column) ?? marked.get(column), dates.get(column)),
  );
}

/** Returns whether all values of a column are texts, of which the first and the last in order may be dates. */
function areMaybeDates(counts: readonly (string | null)[]): boolean {
  const { values, texts } = kindsOf(counts);
  const [first, last] = counts.slice(-2);
  return texts > 0 && texts === values && maybeDate.test(first ?? "") && maybeDate.test(last ?? "");
}

/** Evaluates the same expressions for each column, over all of its values. Columns without a value may be missing. */
async function measureColumns(
  columns: readonly string[],
  expressions: (value: string) => readonly string[],
  { table, run }: Pick<FactsOptions, "table" | "run">,
): Promise<Measured> {
  const texts = (value: string) => expressions(value).map((one) => `CAST(${one} AS VARCHAR)`);
  if (columns.length === 0) return new Map();
  if (columns.length <= maxWide) {
    const [row = []] = await run(`SELECT ${columns.flatMap(texts).join(", ")} FROM ${table}`);
    const count = row.length / columns.length;
    return new Map(columns.map((column, index) => [column, row.slice(index * count, (index + 1) * count)]));
  }
  const rows = await run(
    `SELECT name, ${texts("value").join(", ")} FROM (UNPIVOT ${table} ON ${columns.join(", ")} INTO NAME name VALUE value) GROUP BY name`,
  );
  return new Map(rows.map(([column, ...cells]) => [column ?? "", cells]));
}

/** Facts about a column in which every value is null. */
export const emptyFacts: ColumnFacts = factsOf([], [], []);

function kindsOf(counts: readonly (string | null)[] = []) {
  const [values = 0, quoted = 0, marked = 0, booleans = 0, nested = 0, escaped = 0] = counts
    .slice(0, 6)
    .map(Number);
  const texts = quoted - marked;
  return { values, texts, marked, booleans, nested, escaped, numbers: values - texts - booleans - nested };
}

function factsOf(
  kinds: readonly (string | null)[] | undefined,
  measures: readonly (string | null)[] = [],
  dates: readonly (string | null)[] = [],
): ColumnFacts {
  const [
    wholeDigits = 0,
    fractionDigits = 0,
    onlyDoubles = 0,
    notDoubles = 0,
    beyondBigint = 0,
    beyondHugeint = 0,
  ] = measures.map(Number);
  const [onlyDates = 0, localTimes = 0, instants = 0] = dates.map(Number);
  return {
    ...kindsOf(kinds),
    wholeDigits,
    fractionDigits,
    onlyDoubles,
    notDoubles,
    beyondBigint,
    beyondHugeint,
    dates: onlyDates,
    localTimes,
    instants,
  };
}
