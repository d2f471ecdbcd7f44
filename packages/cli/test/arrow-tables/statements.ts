import { type FileColumn, type FileTable, quoteName } from "./file-table.js";

/** A statement, and its columns that are columns of a file. */
export interface Statement {
  readonly sql: string;
  readonly columns: readonly FileColumn[];
}

const ordered = new Set(["BOOLEAN", "VARCHAR", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "UUID"]);

/**
 * Returns statements over the tables of two files: all rows, a filter, aggregates and a join.
 *
 * @param first - The file of the table `w.<first>`
 * @param second - That of the table `w.<second>`
 * @param names - Names of the tables
 * @returns The statements, whose rows have one order
 */
export function statementsOver(
  first: FileTable,
  second: FileTable,
  names: readonly [string, string],
): readonly Statement[] {
  const [a, b] = names.map((name) => `w.${name}`);
  const all = first.columns.map(({ name }) => quoteName(name)).join(", ");
  const sums = first.columns.flatMap(aggregates).join(", ");
  const { columns } = first;
  const named = columns.map(({ name }) => `a.${quoteName(name)}`).join(", ");
  const others = second.columns
    .slice(-1)
    .map(({ kind, isNull, name }) => ({ kind, isNull, name: "other", from: name }));
  const other = others.map(({ name, from }) => `, b.${quoteName(from)} AS ${name}`).join("");
  return [
    { sql: `SELECT i, k, ${all} FROM ${a} ORDER BY i`, columns },
    { sql: `SELECT i, ${all} FROM ${a} WHERE i % 3 = 1 AND k < 40 ORDER BY i DESC`, columns },
    { sql: `SELECT k, count(*) AS n, ${sums} FROM ${a} GROUP BY k ORDER BY k`, columns: [] },
    {
      sql: `SELECT a.i, ${named}, b.i AS j${other} FROM ${a} a JOIN ${b} b ON a.i % 5000 = b.i AND a.k <= b.k ORDER BY a.i, b.i`,
      columns: [...columns, ...others],
    },
  ];
}

function aggregates({ name, kind }: FileColumn, index: number): readonly string[] {
  const column = quoteName(name);
  const found = [`count(${column}) AS n${index}`];
  if (kind.inTable === "number" || ordered.has(kind.type))
    found.push(
      `min(${column}) AS least${index}`,
      `max(${column}) AS greatest${index}`,
      `count(DISTINCT ${column}) AS d${index}`,
    );
  return found;
}
