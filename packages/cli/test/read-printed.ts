import { fileURLToPath } from "node:url";
import { ClientProgram } from "@wellhead/test-support/programs/client-program";

/** Rows of a table and its columns, as the target's own client prints them. */
export interface PrintedTable {
  /** For each column, its name and its type, and in SQLite its position in the key. */
  readonly types: readonly (readonly unknown[])[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Runs in a process of its own, because a file can be opened by one process only. */
const program = `
const { createRequire } = require("node:module");
const { DuckDBInstance } = createRequire(process.argv[1])("@duckdb/node-api");
const answer = async ({ path, relation, order, file }) => {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const read = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  try {
    if (file !== undefined) return await connection.run("COPY " + relation + " TO '" + file.replaceAll("'", "''") + "' (FORMAT parquet)"), null;
    const types = (await read("DESCRIBE SELECT * FROM " + relation)).map(([name, type]) => [name, type]);
    const texts = types.map(([name, type]) => {
      const column = '"' + name.replaceAll('"', '""') + '"';
      return "CAST(" + (type.endsWith("[]") ? "to_json(" + column + ")" : column) + " AS VARCHAR)";
    }).join(", ");
    return { types, rows: await read("SELECT " + texts + " FROM " + relation + " ORDER BY " + order) };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
};
void (async () => {
  for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    process.stdout.write((request.echo ?? JSON.stringify(await answer(request))) + "\\n");
  }
})();`;

const duckdb = new ClientProgram({
  command: process.execPath,
  parameters: ["-e", program, fileURLToPath(import.meta.url)],
});
const python = new ClientProgram({
  command: "python3",
  parameters: [fileURLToPath(new URL("sqlite_client.py", import.meta.url))],
});

/**
 * Reads a table with DuckDB, in another process.
 *
 * @param path - The file
 * @param relation - SQL of the table
 * @param order - SQL that the rows are ordered by
 * @returns Each value as text
 */
export function readDuckdb(path: string, relation: string, order: string): PrintedTable {
  // The program prints such an object.
  return ask(duckdb, { path, relation, order }) as PrintedTable;
}

/**
 * Writes a table to a Parquet file with DuckDB, in another process.
 *
 * @param path - The database
 * @param relation - SQL of the table
 * @param file - The file to write
 */
export function exportDuckdb(path: string, relation: string, file: string): void {
  ask(duckdb, { path, relation, file });
}

/** A table of SQLite. */
export interface PrintedSqliteTable extends PrintedTable {
  /** The rows with each value as text, which has all digits. */
  readonly texts: readonly (readonly (string | null)[])[];
}

/**
 * Checks a file and reads a table with Python's sqlite3.
 *
 * @param path - The file
 * @param table - Name of the table
 * @param order - SQL that the rows are ordered by
 * @returns Each value as JSON has it, and as text
 */
export function readSqlite(path: string, table: string, order: string): PrintedSqliteTable {
  // As above.
  return ask(python, { path, table, order }) as PrintedSqliteTable;
}

/**
 * Runs statements with Python's sqlite3.
 *
 * @param path - The file
 * @param script - The statements
 */
export function runSqlite(path: string, script: string): void {
  ask(python, { path, script });
}

/**
 * Runs a query with Python's sqlite3.
 *
 * @param path - The file
 * @param select - The query
 * @returns Each value as text
 */
export function selectSqlite(path: string, select: string): readonly (readonly (string | null)[])[] {
  // As above.
  return ask(python, { path, select }) as readonly (readonly (string | null)[])[];
}

function ask(client: ClientProgram, request: object): unknown {
  const echo = (line: string) => JSON.stringify({ echo: line });
  return JSON.parse(client.ask({ input: JSON.stringify(request), echo }));
}
