import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type * as Duckdb from "@duckdb/node-api";
import { allocatorSetting } from "@wellhead/engine-process";
import { type Column, decimalOf } from "../cells/column.js";
import type { PackedRows } from "../cells/packed-rows.js";
import {
  type ChangedTable,
  copyStatements,
  type EntityTable,
  type ForeignKey,
  keyNames,
  quoteName,
  quoteText,
  type SyncDatabase,
  type TextRow,
} from "./sync-database.js";

/**
 * Memory of the engine for statements. It uses all of it sooner or later, because it keeps what it has read. This is
 * enough for rows of up to about 50 kB, of which it processes 2,048 at a time.
 */
const usualMemory = "128MiB";
/** Memory for larger rows, and for checkpoints, which must not fail. */
const maxMemory = "1GiB";
/** Size of a row that the engine can read at least. It reads parts of twice this size. */
const minRowBytes = 16 * 2 ** 20;

/** Maximum digits of a DECIMAL, and of the one that fits into 64 bits. */
const maxDigits = 38;
const shortDigits = 18;

/** A DuckDB file. It has no foreign keys, because DuckDB checks them immediately, even while rows are still missing. */
export class DuckdbDatabase implements SyncDatabase {
  readonly maxNameBytes = 1000;
  readonly #instance: Duckdb.DuckDBInstance;
  readonly #connection: Duckdb.DuckDBConnection;
  readonly #rowFile: string;
  /** Whether a statement has needed more than the usual memory. */
  #needsMaxMemory = false;
  #isInTransaction = false;

  /**
   * Use {@link DuckdbDatabase.open} instead.
   *
   * @param instance - The open file
   * @param connection - A connection to it
   * @param rowFile - Path of the file for rows to append
   */
  constructor(instance: Duckdb.DuckDBInstance, connection: Duckdb.DuckDBConnection, rowFile: string) {
    this.#instance = instance;
    this.#connection = connection;
    this.#rowFile = rowFile;
  }

  /**
   * Opens or creates a file.
   *
   * @param path - The file
   * @param rowFile - Path of the file for rows to append, which exists only meanwhile. Default: next to the file
   * @returns The database
   * @throws Error when the file is not a DuckDB, or another process has opened it
   */
  static async open(path: string, rowFile = `${path}.rows`): Promise<DuckdbDatabase> {
    Object.assign(process.env, allocatorSetting());
    // The package is CommonJS; `import` would search all of its files. The cast is true of its main file.
    const { DuckDBInstance } = createRequire(import.meta.url)("@duckdb/node-api") as typeof Duckdb;
    const instance = await DuckDBInstance.create(path, { memory_limit: maxMemory, threads: "1" });
    const connection = await instance.connect();
    // Rows keep no order, so large statements need less memory. With the default threshold, the engine would write most
    // rows of a stage twice.
    await connection.run(
      "SET TimeZone = 'UTC'; SET preserve_insertion_order = false; SET checkpoint_threshold = '64MiB'; SET autoinstall_known_extensions = false",
    );
    // A process that was killed may have left it.
    await rm(rowFile, { force: true });
    return new DuckdbDatabase(instance, connection, rowFile);
  }

  async run(sql: string): Promise<readonly TextRow[]> {
    const result = await this.#withMemory(() => this.#connection.runAndReadAll(sql));
    return result.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  }

  async append(table: string, width: number, pages: readonly PackedRows[]): Promise<void> {
    const cells = Array.from({ length: width }, (_, index) => `cells[${index + 1}]`).join(", ");
    const maxRowBytes = Math.max(minRowBytes, ...pages.map(({ json }) => json.length));
    const options = `format = 'array', records = 'false', columns = {cells: 'VARCHAR[]'}, maximum_object_size = ${maxRowBytes}`;
    // The engine reads a file in less time than it takes to pass each value to it.
    await writeFile(this.#rowFile, oneArray(pages), { mode: 0o600 });
    try {
      await this.#connection.run(
        `INSERT INTO ${quoteName(table)} SELECT ${cells} FROM read_json(${quoteText(this.#rowFile)}, ${options})`,
      );
    } finally {
      await rm(this.#rowFile);
    }
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#withMemory(async () => {
      await this.#connection.run("BEGIN TRANSACTION");
      this.#isInTransaction = true;
      try {
        const result = await work();
        // The checkpoint after a transaction ends the database when it fails.
        await this.#connection.run(`SET memory_limit = '${maxMemory}'; COMMIT`);
        return result;
      } catch (error) {
        // The engine itself ends a transaction after a severe failure of a statement.
        await this.#connection.run("ROLLBACK").catch(() => undefined);
        throw error;
      } finally {
        this.#isInTransaction = false;
      }
    });
  }

  typeOf(column: Column): string {
    const { kind, isText, numbers, isDouble = false } = column;
    if (isText) return "VARCHAR";
    if (kind === "boolean") return "BOOLEAN";
    if (kind === "list") return "VARCHAR[]";
    if (kind === "json") return "JSON";
    if (kind === "date") return timeTypeOf(column);
    if (kind !== "number") return "VARCHAR";
    if (isDouble && numbers.areDouble) return "DOUBLE";
    const decimal = decimalOf(column);
    if (decimal !== undefined && decimal.digits <= maxDigits)
      return `DECIMAL(${decimal.digits},${decimal.scale})`;
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
    const type = this.typeOf(column);
    if (type === "VARCHAR[]") return `CAST(to_json(${value}) AS VARCHAR)`;
    const text = `CAST(${value} AS VARCHAR)`;
    // Without digits before the point, there is none in the text of the engine either.
    return type.startsWith("DECIMAL") ? `regexp_replace(${text}, '^(-?)\\.', '\\10.')` : text;
  }

  createTable({ name, columns }: EntityTable): readonly string[] {
    const lines = columns.map((column) => `${quoteName(column.name)} ${this.typeOf(column)}`);
    return [`CREATE TABLE ${quoteName(name)} (${lines.join(", ")})`];
  }

  createLinks(name: string, key: Column): string {
    return `CREATE TABLE ${quoteName(name)} (source_id ${this.typeOf(key)}, target_id VARCHAR)`;
  }

  listItems(relation: string, key: Column, list: Column): string {
    return `SELECT ${quoteName(key.name)} AS owner, unnest(${quoteName(list.name)}) AS item FROM ${relation}`;
  }

  changeTable(table: ChangedTable, foreignKeys: readonly ForeignKey[]): readonly string[] {
    // After a kill, DuckDB cannot open a file whose log has an ALTER TABLE that calls functions.
    const cellOf = (column: Column, value: string) => plainText(this, column, value);
    return copyStatements(this, { ...table, foreignKeys, cellOf });
  }

  upsert({ name, columns }: EntityTable, select: string): readonly string[] {
    const table = quoteName(name);
    const names = columns.map((column) => quoteName(column.name));
    // An index would have to fit into memory, and its table could not be altered. Keys are compared by a join instead.
    return [
      `DELETE FROM ${table} WHERE (${keyNames(columns)}) IN (SELECT ${keyNames(columns)} FROM (${select}))`,
      `INSERT INTO ${table} (${names.join(", ")}) ${select}`,
    ];
  }

  async close(): Promise<void> {
    // Closing makes a checkpoint. What it cannot write stays in the log of the file.
    await this.#connection.run(`SET memory_limit = '${maxMemory}'`).catch(() => undefined);
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /**
   * Runs work with the usual memory, and once more with all of it when that was not enough. A transaction is repeated as
   * a whole.
   */
  async #withMemory<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isInTransaction) return work();
    if (!this.#needsMaxMemory) {
      try {
        // It fails when the engine cannot free what it uses, and changes nothing then.
        await this.#connection.run(`SET memory_limit = '${usualMemory}'`).catch(() => undefined);
        return await work();
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        this.#needsMaxMemory = true;
      }
    }
    await this.#connection.run(`SET memory_limit = '${maxMemory}'`);
    return work();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Out of Memory Error");
}

/** Joins the arrays of pages. */
function* oneArray(pages: readonly PackedRows[]): Generator<Uint8Array> {
  for (const [index, { json }] of pages.entries()) {
    yield Buffer.from(index === 0 ? "[" : ",");
    yield json.subarray(1, -1);
  }
  yield Buffer.from("]");
}

/** Text of a value in the form of a cell, as an uninterrupted reading would have written it. */
function plainText(database: DuckdbDatabase, column: Column, value: string): string {
  const text = database.toText(column, value);
  const type = database.typeOf(column);
  if (type.startsWith("DECIMAL") && !type.endsWith(",0)") && column.numbers.scale > 0)
    return `rtrim(rtrim(${text}, '0'), '.')`;
  if (!type.startsWith("TIMESTAMP")) return text;
  const micros = `strftime(${value} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%fZ')`;
  return `regexp_replace(${micros}, '000Z$', 'Z')`;
}

function timeTypeOf({ hasDays, hasInstants, hasLocals = false }: Column): string {
  if (Number(hasDays) + Number(hasInstants) + Number(hasLocals) > 1) return "VARCHAR";
  if (hasDays) return "DATE";
  return hasLocals ? "TIMESTAMP" : "TIMESTAMP WITH TIME ZONE";
}
