import { createRequire } from "node:module";
import type * as Duckdb from "@duckdb/node-api";

// The package is CommonJS. An `import` of its values would search all its files for the names that they export, which
// takes longer than everything else that the start of an engine does. The cast is true of the package's main file.
const duckdb = createRequire(import.meta.url)("@duckdb/node-api") as typeof Duckdb;

/** An engine; see `@duckdb/node-api`. */
export type DuckDBInstance = Duckdb.DuckDBInstance;
export const { DuckDBInstance } = duckdb;

/** The types of DuckDB; see `@duckdb/node-api`. */
export type DuckDBTypeId = Duckdb.DuckDBTypeId;
export const { DuckDBTypeId } = duckdb;

/** The type of 64-bit whole numbers. */
export const { BIGINT } = duckdb;

/** A type of decimals; see `@duckdb/node-api`. */
export type DuckDBDecimalType = Duckdb.DuckDBDecimalType;
export const { DuckDBDecimalType } = duckdb;
