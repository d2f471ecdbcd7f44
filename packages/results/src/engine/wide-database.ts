import { join } from "node:path";
import { quoteName, quoteText } from "./quote.js";

// A table in memory allocates blocks of 256 KiB, at least one per column once it has 2,048 rows, and a statement that
// writes it needs all of them at the same time. Blocks of this database are smaller, and the engine moves them to a file.

/** Maximum number of columns of a table in memory. Tables with more columns are stored in the database for wide tables. */
export const maxMemoryColumns = 200;

const blockBytes = 16_384;
const database = quoteName("wellhead wide");

/** Where a table is stored. */
export interface TableLocation {
  /** Its quoted name. */
  readonly table: string;
  /** SQL that must run before the table is created; may be empty. */
  readonly prepare: string;
}

/** Options of {@link locateTable}. */
export interface LocateTableOptions {
  /** Quoted name of its schema. */
  readonly schema: string;
  /** Quoted name of the table. */
  readonly name: string;
  /** Number of its columns. */
  readonly columns: number;
  /** Folder that the engine may write to. */
  readonly folder: string;
}

/**
 * Returns where a table is stored: in memory, or in the database for wide tables.
 *
 * @param options - Name and number of columns of the table
 * @returns Its quoted name, and the SQL that makes room for it
 */
export function locateTable({ schema, name, columns, folder }: LocateTableOptions): TableLocation {
  if (columns <= maxMemoryColumns) return { table: `${schema}.${name}`, prepare: "" };
  // The rows are temporary, so nothing is written twice for the case that the engine ends.
  const file = quoteText(join(folder, "wide.db"));
  return {
    table: `${database}.${schema}.${name}`,
    prepare: `
      ATTACH IF NOT EXISTS ${file} AS ${database} (BLOCK_SIZE ${blockBytes}, RECOVERY_MODE no_wal_writes);
      CREATE SCHEMA IF NOT EXISTS ${database}.${schema};`,
  };
}
