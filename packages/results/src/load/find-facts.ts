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

type Texts = readonly (readonly (string | null)[])[];

/** Maximum number of columns that one statement measures. */
const maxMeasured = 40;
const noMeasures = ["0", "0", "0", "0", "0", "0"];

/**
 * Finds facts about the values of each column, over all rows.
 *
 * @param options - The table
 * @returns The facts of each column
 */
export async function findFacts({ table, keys, run }: FactsOptions): Promise<readonly ColumnFacts[]> {
  if (keys.length === 0) return [];
  const columns = keys.map((_, index) => `c${index}`);
  const measure = (expressions: Texts) => measureColumns(expressions, table, run);
  const kinds = await measure(columns.map((column) => kindCounts(column)));
  const measures = await measure(
    columns.map((column, index) => {
      const { values, numbers, marked } = kindsOf(kinds[index]);
      return numbers > 0 && numbers === values ? numberMeasures(column, marked > 0) : noMeasures;
    }),
  );
  const dates = await measure(
    columns.map((column, index) => {
      const { values, texts } = kindsOf(kinds[index]);
      const [first, last] = (kinds[index] ?? []).slice(-2);
      const isCandidate =
        texts > 0 && texts === values && maybeDate.test(first ?? "") && maybeDate.test(last ?? "");
      const declared = keys[index]?.declared ?? "";
      return isCandidate && mayBeDates(declared) ? dateCounts(column) : ["0", "0", "0"];
    }),
  );
  return columns.map((_, index) => factsOf(kinds[index], measures[index], dates[index]));
}

/** Evaluates some expressions for each column over all rows. */
async function measureColumns(expressions: Texts, table: string, run: FactsOptions["run"]): Promise<Texts> {
  const found: (readonly (string | null)[])[] = [];
  for (let start = 0; start < expressions.length; start += maxMeasured)
    found.push(...(await measurePart(expressions.slice(start, start + maxMeasured), table, run)));
  return found;
}

async function measurePart(expressions: Texts, table: string, run: FactsOptions["run"]): Promise<Texts> {
  const flat = expressions.flat();
  if (flat.every((expression) => expression === "0")) return expressions;
  const cells = flat.map((expression) => `CAST(${expression} AS VARCHAR)`);
  const [row = []] = await run(`SELECT ${cells.join(", ")} FROM ${table}`);
  let position = 0;
  return expressions.map(({ length }) => {
    position += length;
    return row.slice(position - length, position);
  });
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
