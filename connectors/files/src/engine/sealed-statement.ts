import duckdb, { type DataChunk } from "@duckdb/node-bindings";

/** A table of one row; named apart from the files, whose names are no schema's. */
const seal = '"wellhead"."seal"';

/** SQL that makes the table the seal is read from. */
export const createSeal: string = `CREATE SCHEMA "wellhead"; CREATE TABLE ${seal} AS SELECT true AS sealed`;

/**
 * Makes a SELECT end with a row that says so: one more column, true in that last row alone.
 *
 * The engine's binding ends a stream that failed half-way exactly as one that is whole. Only a row the engine can
 * give no earlier than all the others proves that none is missing. The row comes from a table because the engine works
 * with several threads only when everything a statement reads is something it can number.
 *
 * @param select - A SELECT
 * @param columns - How many columns it has
 * @returns The SELECT with the seal as its last column
 */
export function sealedStatement(select: string, columns: number): string {
  const nothing = "NULL, ".repeat(columns);
  return `(SELECT *, false FROM (${select}\n)) UNION ALL (SELECT ${nothing}sealed FROM ${seal})`;
}

/**
 * Tells whether a chunk ends with the seal.
 *
 * @param chunk - Chunk of a sealed statement
 * @param columns - How many columns it has without the seal
 * @returns Whether its last row is no row but the seal
 */
export function isSealed(chunk: DataChunk, columns: number): boolean {
  const count = duckdb.data_chunk_get_size(chunk);
  const marks = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, columns), count);
  return marks[count - 1] === 1;
}
