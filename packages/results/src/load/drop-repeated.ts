import { quoteName, quoteText } from "../engine/quote.js";

/** Rows of a table that several requests may have returned. */
export interface RepeatedRows {
  /** The column with the number of the request. */
  readonly mark: string;
  /** The columns that the requests select rows by. */
  readonly columns: readonly string[];
  /** The request for each combination of values of these columns. */
  readonly asked: readonly { readonly request: number; readonly values: readonly string[] }[];
}

/**
 * Returns the statements that drop rows which several requests returned. For each combination of values, only the rows
 * of one request remain: those of the request that asked for it, otherwise those of the first request that returned it.
 *
 * @param table - Quoted name of the table
 * @param repeated - The rows
 * @returns SQL, which also drops the column with the numbers
 */
export function dropRepeated(table: string, { mark, columns, asked }: RepeatedRows): string {
  const request = quoteName(mark);
  const keys = columns.map((_, index) => `k${index}`);
  const values = asked.map((one) => `(${[String(one.request), ...one.values.map(quoteText)].join(", ")})`);
  const cells = columns.map((name, index) => `CAST(${quoteName(name)} AS VARCHAR) AS k${index}`);
  const isSame = keys.map((key) => `kept.${key} IS NOT DISTINCT FROM asked.${key}`);
  const isRow = columns.map(
    (name, index) => `CAST(rows.${quoteName(name)} AS VARCHAR) IS NOT DISTINCT FROM kept.k${index}`,
  );
  const groups = keys.length === 0 ? "" : ` GROUP BY ${keys.join(", ")}`;
  return `
    CREATE OR REPLACE TEMP TABLE "wellhead kept" AS
      WITH asked(${["request", ...keys].join(", ")}) AS (VALUES ${values.join(", ")}),
      kept AS (SELECT min(request) AS first, ${keys.join(", ")} FROM
        (SELECT ${request} AS request, ${cells.join(", ")} FROM ${table})${groups})
      SELECT coalesce(asked.request, kept.first) AS request, ${keys.map((key) => `kept.${key}`).join(", ")}
      FROM kept LEFT JOIN asked ON ${isSame.join(" AND ")};
    DELETE FROM ${table} AS rows USING "wellhead kept" AS kept
      WHERE ${isRow.join(" AND ")} AND rows.${request} <> kept.request;
    DROP TABLE "wellhead kept";
    ALTER TABLE ${table} DROP COLUMN ${request};`;
}
