import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Rows of a table and its columns, as the target's own client prints them. */
export interface PrintedTable {
  /** For each column, its name and its type, and in SQLite its position in the key. */
  readonly types: readonly (readonly unknown[])[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Runs in a process of its own, because a file can be opened by one process only. */
const program = `
const [path, relation, order] = process.argv.slice(1);
const { DuckDBInstance } = require("@duckdb/node-api");
void (async () => {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const read = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  const types = (await read("DESCRIBE SELECT * FROM " + relation)).map(([name, type]) => [name, type]);
  const texts = types.map(([name, type]) => {
    const column = '"' + name.replaceAll('"', '""') + '"';
    return "CAST(" + (type.endsWith("[]") ? "to_json(" + column + ")" : column) + " AS VARCHAR)";
  }).join(", ");
  const rows = await read("SELECT " + texts + " FROM " + relation + " ORDER BY " + order);
  process.stdout.write(JSON.stringify({ types, rows }));
})();`;

/**
 * Reads a table with DuckDB, in another process.
 *
 * @param path - The file
 * @param relation - SQL of the table
 * @param order - SQL that the rows are ordered by
 * @returns Each value as text
 */
export function readDuckdb(path: string, relation: string, order: string): PrintedTable {
  return printed(process.execPath, ["-e", program, path, relation, order]);
}

/**
 * Reads a table with Python's sqlite3.
 *
 * @param path - The file
 * @param table - Name of the table
 * @param order - SQL that the rows are ordered by
 * @returns Each value as JSON has it
 */
export function readSqlite(path: string, table: string, order: string): PrintedTable {
  return printed("python3", [fileURLToPath(new URL("read_copy.py", import.meta.url)), path, table, order]);
}

/**
 * Reads a table with Python's sqlite3, without losing a digit.
 *
 * @param path - The file
 * @param table - Name of the table
 * @returns Each value as text
 */
export function readSqliteTexts(path: string, table: string): readonly (readonly (string | null)[])[] {
  const reader = fileURLToPath(new URL("read_texts.py", import.meta.url));
  // The program prints lists of texts.
  return JSON.parse(String(execFileSync("python3", [reader, path, table], { maxBuffer: 2 ** 28 }))) as (
    | string
    | null
  )[][];
}

function printed(command: string, words: readonly string[]): PrintedTable {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  // The programs print such an object.
  return JSON.parse(String(execFileSync(command, words, { cwd, maxBuffer: 2 ** 28 }))) as PrintedTable;
}
