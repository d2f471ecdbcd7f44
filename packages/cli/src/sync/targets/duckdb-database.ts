import { createRequire } from "node:module";
import type * as Duckdb from "@duckdb/node-api";
import type { Cell, Column } from "../cells/column.js";
import { type EntityTable, quoteName, type SyncDatabase, type TextRow } from "./sync-database.js";

/** Maximum digits of a DECIMAL, and of the one that fits into 64 bits. */
const maxDigits = 38;
const shortDigits = 18;

/** A DuckDB file. It has no foreign keys, because DuckDB checks them immediately, even while rows are still missing. */
export class DuckdbDatabase implements SyncDatabase {
  readonly maxNameBytes = 1000;
  readonly #engine: typeof Duckdb;
  readonly #instance: Duckdb.DuckDBInstance;
  readonly #connection: Duckdb.DuckDBConnection;

  /**
   * Use {@link DuckdbDatabase.open} instead.
   *
   * @param engine - The library
   * @param instance - The open file
   * @param connection - A connection to it
   */
  constructor(engine: typeof Duckdb, instance: Duckdb.DuckDBInstance, connection: Duckdb.DuckDBConnection) {
    this.#engine = engine;
    this.#instance = instance;
    this.#connection = connection;
  }

  /**
   * Opens or creates a file.
   *
   * @param path - The file
   * @returns The database
   * @throws Error when the file is not a DuckDB, or another process has opened it
   */
  static async open(path: string): Promise<DuckdbDatabase> {
    // The package is CommonJS; `import` would search all of its files. The cast is true of its main file.
    const engine = createRequire(import.meta.url)("@duckdb/node-api") as typeof Duckdb;
    const instance = await engine.DuckDBInstance.create(path, { memory_limit: "1GB", threads: "2" });
    const connection = await instance.connect();
    // Rows keep no order, so large statements need less memory.
    await connection.run(
      "SET TimeZone = 'UTC'; SET preserve_insertion_order = false; SET autoinstall_known_extensions = false",
    );
    return new DuckdbDatabase(engine, instance, connection);
  }

  async run(sql: string): Promise<readonly TextRow[]> {
    const result = await this.#connection.runAndReadAll(sql);
    return result.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  }

  async append(table: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    const { DuckDBDataChunk, VARCHAR } = this.#engine;
    const width = rows[0]?.length ?? 0;
    const appender = await this.#connection.createAppender(table);
    for (let start = 0; start < rows.length; start += chunkRows) {
      const part = rows.slice(start, start + chunkRows);
      const chunk = DuckDBDataChunk.create(
        Array.from({ length: width }, () => VARCHAR),
        part.length,
      );
      chunk.setColumns(Array.from({ length: width }, (_, index) => part.map((row) => row[index] ?? null)));
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#connection.run("BEGIN TRANSACTION");
    try {
      const result = await work();
      await this.#connection.run("COMMIT");
      return result;
    } catch (error) {
      // The engine itself ends a transaction after a severe failure of a statement.
      await this.#connection.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  typeOf({ kind, isText, numbers, hasDays, hasInstants }: Column): string {
    if (isText) return "VARCHAR";
    if (kind === "boolean") return "BOOLEAN";
    if (kind === "list") return "VARCHAR[]";
    if (kind === "date" && hasDays) return hasInstants ? "VARCHAR" : "DATE";
    if (kind === "date") return "TIMESTAMP WITH TIME ZONE";
    if (kind !== "number") return "VARCHAR";
    if (numbers.areLong) return "BIGINT";
    const digits = numbers.digits + numbers.scale;
    if (digits <= maxDigits)
      return `DECIMAL(${digits <= shortDigits ? shortDigits : maxDigits}, ${numbers.scale})`;
    return numbers.areDouble ? "DOUBLE" : "VARCHAR";
  }

  fromCell(column: Column, cell: string): string {
    const type = this.typeOf(column);
    if (type === "VARCHAR[]") return `from_json(${cell}, '["VARCHAR"]')`;
    return type === "VARCHAR" ? cell : `CAST(${cell} AS ${type})`;
  }

  toText(column: Column, value: string): string {
    return this.typeOf(column) === "VARCHAR[]"
      ? `CAST(to_json(${value}) AS VARCHAR)`
      : `CAST(${value} AS VARCHAR)`;
  }

  createTable({ name, columns }: EntityTable): readonly string[] {
    const lines = columns.map((column) => `${quoteName(column.name)} ${this.typeOf(column)}`);
    return [`CREATE TABLE ${quoteName(name)} (${lines.join(", ")})`];
  }

  createLinks(name: string): string {
    return `CREATE TABLE ${quoteName(name)} (source_id VARCHAR, target_id VARCHAR)`;
  }

  listItems(relation: string, key: Column, list: Column): string {
    return `SELECT ${quoteName(key.name)} AS owner, unnest(${quoteName(list.name)}) AS item FROM ${relation}`;
  }

  changeType(table: string, from: Column, to: Column): readonly string[] {
    const source = quoteName(from.name);
    const value = this.fromCell(to, plainText(this, from, source));
    return [`ALTER TABLE ${quoteName(table)} ALTER COLUMN ${source} TYPE ${this.typeOf(to)} USING ${value}`];
  }

  addColumn(table: string, column: Column): string {
    return `ALTER TABLE ${quoteName(table)} ADD COLUMN ${quoteName(column.name)} ${this.typeOf(column)}`;
  }

  upsert({ name, columns }: EntityTable, select: string): readonly string[] {
    const table = quoteName(name);
    const names = columns.map((column) => quoteName(column.name));
    // An index would have to fit into memory, and its table could not be altered. Keys are compared by a join instead.
    return [
      `DELETE FROM ${table} WHERE ${names[0]} IN (SELECT ${names[0]} FROM (${select}))`,
      `INSERT INTO ${table} (${names.join(", ")}) ${select}`,
    ];
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

const chunkRows = 2048;

/** Text of a value in the form of a cell, as an uninterrupted reading would have written it. */
function plainText(database: DuckdbDatabase, column: Column, value: string): string {
  const text = database.toText(column, value);
  const type = database.typeOf(column);
  if (type.startsWith("DECIMAL") && column.numbers.scale > 0) return `rtrim(rtrim(${text}, '0'), '.')`;
  if (!type.startsWith("TIMESTAMP")) return text;
  const micros = `strftime(${value} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%fZ')`;
  return `regexp_replace(${micros}, '000Z$', 'Z')`;
}
