import { DuckDBInstance } from "@duckdb/node-api";

// Runs a query on a table `rows`, which the engine reads from an NDJSON file itself: `engine-alone.mjs <file> <query>`.

const [, , file = "", query = ""] = process.argv;
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
await connection.run(`CREATE TABLE rows AS FROM read_ndjson('${file.replaceAll("'", "''")}')`);
const reader = await connection.runAndReadAll(query);
if (reader.getRowsJson().length === 0) throw new Error("Could not run the query: it has no rows.");
connection.closeSync();
instance.closeSync();
