import { rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ExactValue, parseExactJson, writeExactJson } from "@wellhead/client";
import { makeTemporaryFolder } from "@wellhead/engine-process/temporary-folder";
import { Engine, startTimeoutMs } from "../engine/engine.js";
import { type NumberedTable, numberRows, numberTable, rowNumberOf } from "../engine/number-rows.js";
import { quoteName, quoteText } from "../engine/quote.js";
import type { SpareEngine } from "../engine/spare-engine.js";
import { locateTable } from "../engine/wide-database.js";
import { ResultsError } from "../errors/results-error.js";
import { dropRepeated } from "../load/drop-repeated.js";
import { fillTable } from "../load/fill-table.js";
import type { LoadableBatches, LoadableRows, LoadOptions } from "../load/load-options.js";
import type { LoadedColumn } from "../load/store-table.js";
import { membersOf } from "../load/table-keys.js";
import { readStatement, type StatementReads } from "../statement/read-statement.js";
import {
  type ComputedValues,
  type ValuesSource,
  valuesTemplate,
  valuesTree,
} from "../statement/values-statement.js";
import { ResultTable } from "../table/result-table.js";
import type { LoadedTable } from "./loaded-table.js";
import { refuseUnfit } from "./refuse-unfit.js";
import { TableNames } from "./table-names.js";

/** Options of {@link Results.open}. */
export interface ResultsOptions {
  /** Maximum memory of the engine in bytes. Default: 1 GiB. */
  readonly maxMemory?: number;
  /**
   * Maximum size in bytes of the engine's temporary files, and of the file with the rows of a table that is being
   * loaded. Default: 16 GiB.
   */
  readonly maxTemporaryBytes?: number;
  /** Timeout of one query, and of one step of loading, in milliseconds. Default: 10 minutes. */
  readonly timeoutMs?: number;
  /**
   * Number of threads of the engine. Default: one per processor core. With one thread, queries of small tables take less
   * processor time, because no threads wait for each other.
   */
  readonly threads?: number;
  /** Folder for temporary files; the system's when omitted. `close()` removes the subfolder that is created in it. */
  readonly temporaryFolder?: string;
  /** Stops the engine and all running requests when aborted. */
  readonly signal?: AbortSignal;
  /** A process that waits for its use and is kept afterwards. Default: a process of its own. */
  readonly spare?: SpareEngine;
}

type Files = Required<Pick<ResultsOptions, "maxTemporaryBytes">> & { readonly folder: string };

const answers = quoteName("wellhead answers");

/** Folders of open results. One listener removes them all, because a process may have many results at a time. */
const openFolders = new Set<string>();

function removeFolders(): void {
  for (const folder of openFolders) rmSync(folder, { recursive: true, force: true });
}

/**
 * The rows of a run in an embedded database, which runs in its own process. It can open only its own files, has memory
 * and time limits, and can be killed.
 */
export class Results {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #maxTemporaryBytes: number;
  readonly #names: TableNames;
  #tables = 0;

  /**
   * Use {@link Results.open} instead.
   *
   * @param engine - The engine
   * @param options - Its folder, and the maximum size of its temporary files
   */
  constructor(engine: Engine, { folder, maxTemporaryBytes }: Files) {
    this.#engine = engine;
    this.#folder = folder;
    this.#maxTemporaryBytes = maxTemporaryBytes;
    this.#names = new TableNames(engine);
    if (openFolders.size === 0) process.once("exit", removeFolders);
    openFolders.add(folder);
  }

  /**
   * Starts an engine without tables.
   *
   * @param options - Its limits
   * @returns The results; the caller must close them
   * @throws ResultsError `engine` when it cannot be started
   */
  static async open(options: ResultsOptions = {}): Promise<Results> {
    const { maxMemory = 2 ** 30, maxTemporaryBytes = 2 ** 34, timeoutMs = 600_000 } = options;
    // The engine resolves symbolic links before it compares paths, so the path of the folder must not contain any.
    const folder = await makeTemporaryFolder("results", options.temporaryFolder);
    try {
      const files = join(folder, "files");
      const spillFolder = join(folder, "spill");
      await mkdir(files);
      const { signal, spare, threads } = options;
      const engine = await Engine.open({
        maxMemory,
        maxTemporaryBytes,
        timeoutMs,
        threads,
        folder: files,
        spillFolder,
        signal,
        spare,
      });
      await engine.run(`CREATE SCHEMA ${answers}`, {
        action: "Could not start the engine",
        timeoutMs: startTimeoutMs,
      });
      return new Results(engine, { folder, maxTemporaryBytes });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Starts a process for the next results, unless one is waiting.
   *
   * @param spare - Where it waits
   */
  static prepare(spare: SpareEngine): void {
    Engine.prepare(spare);
  }

  /** Process id of the engine, for monitoring. */
  get pid(): number | undefined {
    return this.#engine.pid;
  }

  /**
   * Loads the rows of a reading into a table. Rows before a fault are kept; {@link LoadedTable.incomplete} reports it.
   *
   * @param reading - Rows of a connector, as `@wellhead/client` reads them: as JSON, or as record batches of Arrow
   * @param options - Name and columns of the table
   * @returns The table, which is the same for both
   * @throws ResultsError when a limit is reached, or the name cannot be used; UnsuitedValues for record batches whose
   * table might differ from that of the same rows as JSON, which must be read instead
   */
  async load(reading: LoadableRows | LoadableBatches, options: LoadOptions): Promise<LoadedTable> {
    const { schema, name, columns, declared = [], isPlain = false } = options;
    const { unfit = "refuse", undeclared = "load", otherType = "" } = options;
    await this.#names.createSchema(schema);
    this.#tables += 1;
    const members = columns && membersOf(columns);
    const wanted = declared.filter(({ id }) => members === undefined || members.has(id.toLowerCase()));
    const known = new Set(declared.map(({ id }) => id.toLowerCase()));
    const visible = `${quoteName(schema)}.${quoteName(name)}`;
    const { fault, finished } = await fillTable(reading, options, {
      engine: this.#engine,
      folder: this.#files,
      schema: quoteName(schema),
      name: quoteName(name),
      file: { path: join(this.#files, `rows ${this.#tables}`), maxBytes: this.#maxTemporaryBytes },
      declared: wanted.map(({ id, type }) => ({ key: id, declared: type })),
      // Rows may have members that are not declared, whose names match regardless of case.
      names: members && new Set([...members].filter((member) => !known.has(member))),
      unfit,
      unfitTables: `unfit ${this.#tables}`,
      undeclared,
      otherType,
      valueTyped: options.valueTyped,
    });
    const { columns: loaded, table, omitted, unfit: unfitColumns, sent } = finished;
    const { repeated } = options;
    if (repeated !== undefined) await this.#run(dropRepeated(table, repeated), "Could not store the rows");
    const numbered = await this.#number(table, quoteName(schema), loaded);
    const rows = await ResultTable.open({
      engine: this.#engine,
      folder: this.#files,
      ...numbered,
      ...(unfit === "keep" && { sent: { columns: loaded, files: sent } }),
    });
    if (table !== visible)
      await this.#run(`CREATE VIEW ${visible} AS FROM ${table}`, "Could not store the rows");
    if (isPlain)
      await this.#run(`CREATE VIEW main.${quoteName(name)} AS FROM ${table}`, "Could not store the rows");
    const refused = unfitColumns.length > 0 && unfit === "refuse";
    const held = refused ? { schema, name, ...numbered, columns: unfitColumns } : undefined;
    this.#names.add({ schema, name }, held);
    if (isPlain) this.#names.add({ schema: "", name }, held);
    return {
      columns: loaded,
      rowCount: rows.rowCount,
      incomplete: fault,
      table: rows,
      omitted,
      unfit: unfitColumns.map(({ key, declared: type, count, first }) => ({
        key,
        declared: type,
        count,
        first,
      })),
    };
  }

  /**
   * Determines what a statement reads, without running it.
   *
   * @param sql - One SELECT
   * @returns The tables it names, and the columns it may refer to
   * @throws ResultsError `statement` when it is not a single SELECT from tables
   */
  async inspect(sql: string): Promise<StatementReads> {
    const action = "Could not read the query";
    if (sql.includes("\0"))
      throw new ResultsError("statement", `${action}: it holds the character U+0000. Remove it.`);
    return readStatement(await this.#engine.parse(sql, { action }), action);
  }

  /**
   * Runs a query on the loaded tables.
   *
   * @param sql - One SELECT
   * @returns The rows, which the engine stores until they are dropped
   * @throws ResultsError `statement` when it cannot be run; `limit` when it exceeds the memory, disk or time limit
   */
  async query(sql: string): Promise<ResultTable> {
    const reads = await this.inspect(sql);
    for (const table of reads.tables) this.#names.check(table);
    if (this.#names.hasUnfit)
      await refuseUnfit(reads, {
        engine: this.#engine,
        find: (table) => this.#names.unfitTable(table),
        select: (source) => this.#selectValues(source, "Could not check the values of the query"),
      });
    this.#tables += 1;
    const action = "Could not run the query";
    const described = await this.#engine.run(`SELECT column_name FROM (DESCRIBE\n${sql}\n)`, { action });
    const names = described.map(([name]) => name ?? "");
    const { table, prepare } = locateTable({
      schema: answers,
      name: quoteName(`answer ${this.#tables}`),
      columns: names.length,
      folder: this.#files,
    });
    await this.#run(`${prepare} CREATE TABLE ${table} AS\n${numberRows(sql, names)}\n`, action);
    return ResultTable.open({
      engine: this.#engine,
      folder: this.#files,
      table,
      rowNumber: rowNumberOf(names),
    });
  }

  /**
   * Computes the distinct values of expressions of a statement.
   *
   * @param source - The expressions, and what they are computed from; its tables must be loaded
   * @returns The types of the expressions, and a list of values for each combination that occurs, with every digit
   * @throws ResultsError `statement` when they cannot be computed
   */
  async values(source: ValuesSource): Promise<ComputedValues> {
    const sql = await this.#selectValues(source, "Could not find the values of a required filter");
    const table = await this.query(sql);
    const found: ExactValue[][] = [];
    for await (const batch of table.rows())
      for (const row of batch) {
        // The table writes every row as an object.
        found.push(Object.values(parseExactJson(row) as Readonly<Record<string, ExactValue>>));
      }
    await table.drop();
    return { types: table.columns.map(({ type }) => type), values: found };
  }

  /** Ends the engine and removes its files. */
  async close(): Promise<void> {
    await this.#engine.release();
    openFolders.delete(this.#folder);
    if (openFolders.size === 0) process.off("exit", removeFolders);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #selectValues(source: ValuesSource, action: string): Promise<string> {
    const tree = valuesTree(await this.#engine.parse(valuesTemplate, { action }), source);
    const json = quoteText(writeExactJson(tree));
    const [[sql = null] = []] = await this.#engine.run(`SELECT json_deserialize_sql(${json})`, { action });
    return sql ?? "";
  }

  /** The folder that the engine may write to. */
  get #files(): string {
    return join(this.#folder, "files");
  }

  #number(table: string, schema: string, columns: readonly LoadedColumn[]): Promise<NumberedTable> {
    const name = quoteName(`wellhead rows ${this.#tables}`);
    const names = columns.map((column) => column.name);
    return numberTable(table, names, { engine: this.#engine, folder: this.#files, schema, name });
  }

  async #run(sql: string, action: string): Promise<void> {
    await this.#engine.run(sql, { action });
  }
}
