import duckdb, { type DataChunk } from "@duckdb/node-bindings";

/** A table of one row. It has a schema of its own, so that its name cannot collide with those of files. */
const seal = '"wellhead"."seal"';

/** SQL that creates the table from which the seal is read. */
export const createSeal: string = `CREATE SCHEMA "wellhead"; CREATE TABLE ${seal} AS SELECT true AS sealed`;

/**
 * Adds a final row to a SELECT that marks its end, and a column that is true only in that row.
 *
 * The engine's binding ends a stream that failed midway exactly like a complete one. Only a row that the engine cannot
 * return before all others proves that none is missing. The row comes from a table, because the engine uses several
 * threads only if it can number the rows of everything a statement reads.
 *
 * @param select - A SELECT
 * @param columns - Number of its columns
 * @returns The SELECT with the seal as its last column
 */
export function sealedStatement(select: string, columns: number): string {
  const nothing = "NULL, ".repeat(columns);
  return `(SELECT *, false FROM (${select}\n)) UNION ALL (SELECT ${nothing}sealed FROM ${seal})`;
}

/**
 * Returns whether a chunk ends with the seal.
 *
 * @param chunk - Chunk of a sealed statement
 * @param columns - Number of its columns without the seal
 * @returns Whether its last row is the seal
 */
export function isSealed(chunk: DataChunk, columns: number): boolean {
  const count = duckdb.data_chunk_get_size(chunk);
  const marks = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, columns), count);
  return marks[count - 1] === 1;
}
