import { quoteName } from "../engine/quote.js";
import { markStart } from "../types/number-mark.js";

/** Values of a column that do not fit its declared type. */
export interface UnfitColumn {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name of the column in SQL. */
  readonly name: string;
  /** The type that the connector or the user names. */
  readonly declared: string;
  /** Number of rows with such a value. */
  readonly count: number;
  /** The first of the values, as an error shows it. */
  readonly first: string;
  /** Quoted name of a table with the numbers of these rows and the JSON of the values. */
  readonly table: string;
}

/** A column that may have such values. */
export interface DoubtfulColumn extends Pick<UnfitColumn, "key" | "name" | "declared"> {
  /** The column that was read. */
  readonly value: string;
  /** The condition for values that do not fit; `undefined` when all of them fit. */
  readonly isUnfit: string | undefined;
}

/** Options of {@link findUnfitValues}. */
export interface FindUnfitValuesOptions {
  /** The SELECT that reads the rows. */
  readonly rows: string;
  /** Start of the names of the tables. */
  readonly name: string;
  readonly run: (sql: string) => Promise<readonly (readonly (string | null)[])[]>;
}

/** Maximum length of a value in an error. */
const maxShown = 60;

/**
 * Finds the values that do not fit the types of their columns.
 *
 * @param columns - The columns of a table
 * @param options - The rows, and where the values are stored
 * @returns The columns with such values
 */
export async function findUnfitValues(
  columns: readonly DoubtfulColumn[],
  { rows, name, run }: FindUnfitValuesOptions,
): Promise<readonly UnfitColumn[]> {
  const found: UnfitColumn[] = [];
  for (const [index, { key, name: column, declared, value, isUnfit }] of columns.entries()) {
    if (isUnfit === undefined) continue;
    const table = `"wellhead answers".${quoteName(`${name} ${index}`)}`;
    const text = `left(CAST(${value} AS VARCHAR), ${maxShown * 2})`;
    const numbered = `SELECT row_number() OVER () - 1 AS "row", ${isUnfit} AS is_unfit, ${text} AS value FROM (${rows})`;
    await run(`CREATE TABLE ${table} AS SELECT "row", value FROM (${numbered}) WHERE is_unfit`);
    const facts = `SELECT CAST(count(*) AS VARCHAR), min_by(value, "row") FROM ${table}`;
    const [[count = "0", first = ""] = []] = await run(facts);
    if (count === "0") await run(`DROP TABLE ${table}`);
    else
      found.push({ key, name: column, declared, count: Number(count), first: showValue(first ?? ""), table });
  }
  return found;
}

/**
 * Returns a value as an error shows it.
 *
 * @param value - Its JSON, which may be cut
 * @returns The value, shortened
 */
export function showValue(value: string): string {
  // A mark surrounds the digits of a number.
  const text = value.startsWith(markStart) ? value.slice(markStart.length + 1).replace(/"$/, "") : value;
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
