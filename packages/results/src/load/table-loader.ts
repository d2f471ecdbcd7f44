import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkRow, IncompleteRowsError, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { locateTable } from "../engine/wide-database.js";
import { ResultsError } from "../errors/results-error.js";
import { castColumn } from "../types/cast-column.js";
import { columnType, type StoredType } from "../types/column-type.js";
import { markNumbers } from "../types/marked-number.js";
import { ChunkFile } from "./chunk-file.js";
import { emptyFacts, findFacts } from "./find-facts.js";
import { RawTable } from "./raw-table.js";

/** Options of {@link TableLoader}. */
export interface TableLoaderOptions {
  readonly engine: Engine;
  /** Folder for chunks of rows. */
  readonly folder: string;
  /** Quoted name of the table's schema. */
  readonly schema: string;
  /** Quoted name of the table. */
  readonly name: string;
  /** Quoted name of the schema of the table with the texts. */
  readonly rawSchema: string;
  /** Name of the table with the texts, unique among the tables that are being loaded. */
  readonly rawName: string;
  /** Maximum bytes of rows to collect before the engine reads them. */
  readonly chunkBytes: number;
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** Names of the members to load besides the declared ones, in lower case; `undefined` loads all. */
  readonly names: ReadonlySet<string> | undefined;
}

/** A column of a table. */
export interface LoadedColumn {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name in SQL. */
  readonly name: string;
  readonly type: StoredType;
}

/** Bytes of rows in the first chunk, which is read a second time for the names of the members. */
const firstChunkBytes = 2 ** 20;
/** How many times as large the next chunk is. */
const chunkGrowth = 4;

/** Loads rows into a table: first in chunks of JSON texts, then with types once all rows are known. */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #raw: RawTable;
  #chunk: ChunkFile | undefined;
  #chunkBytes: number;
  #chunks = 0;
  #fault: IncompleteRowsError | undefined;
  /** Resolves once the engine has read the current chunk; meanwhile the next one is collected. */
  #loading: Promise<void> = Promise.resolve();

  /** @param options - The engine, the table and its columns */
  constructor(options: TableLoaderOptions) {
    this.#options = options;
    this.#chunkBytes = Math.min(firstChunkBytes, options.chunkBytes);
    this.#raw = new RawTable({
      ...options,
      schema: options.rawSchema,
      name: quoteName(options.rawName),
      run: (sql) => this.#run(sql),
    });
  }

  /** A fault that was found in the lines. Rows after it are not loaded. */
  get fault(): IncompleteRowsError | undefined {
    return this.#fault;
  }

  /** Creates the table with the texts; must be called first. */
  start(): Promise<void> {
    return this.#raw.start();
  }

  /**
   * Adds rows. Waits when the engine is slower than the connector.
   *
   * @param rows - JSON texts of objects
   */
  add(rows: readonly string[]): Promise<void> {
    return this.addLines(linesOf(rows));
  }

  /**
   * Adds rows as lines that {@link countPlainRows} accepted.
   *
   * @param lines - Complete lines
   * @throws IncompleteRowsError when a fault was found in earlier rows
   */
  async addLines(lines: Uint8Array): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    if (lines.length === 0) return;
    this.#chunk ??= this.#startChunk();
    await this.#chunk.add(lines);
    if (this.#chunk.bytes >= this.#chunkBytes) await this.#flush();
  }

  /**
   * Ends the rows: determines the types and creates the table.
   *
   * @returns The columns, and the quoted name of the table
   */
  async finish(): Promise<{ readonly columns: readonly LoadedColumn[]; readonly table: string }> {
    await this.#flush();
    await this.#loading;
    const { table: raw, keys } = this.#raw;
    const facts = await findFacts({ table: raw, keys, run: (sql) => this.#run(sql) });
    const columns = keys.map(({ key, name, declared }, index) => {
      const known = facts[index] ?? emptyFacts;
      const type = columnType(known, declared);
      return { column: { key, name, type }, cell: castColumn(`c${index}`, type, known) };
    });
    const cells = columns.map(
      ({ column, cell }) => `CAST(${cell} AS ${column.type}) AS ${quoteName(column.name)}`,
    );
    const select = cells.length === 0 ? 'NULL AS "no columns"' : cells.join(", ");
    const { table, prepare } = locateTable({ ...this.#options, columns: columns.length });
    await this.#run(`${prepare} CREATE TABLE ${table} AS SELECT ${select} FROM ${raw}`);
    await this.#raw.drop();
    return { columns: columns.map(({ column }) => column), table };
  }

  #startChunk(): ChunkFile {
    this.#chunks += 1;
    return new ChunkFile(join(this.#options.folder, `${this.#options.rawName}-${this.#chunks}.ndjson`));
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk;
    if (chunk === undefined) return;
    this.#chunk = undefined;
    this.#chunkBytes = Math.min(this.#chunkBytes * chunkGrowth, this.#options.chunkBytes);
    await chunk.flush();
    await this.#loading;
    if (this.#fault !== undefined) return;
    this.#loading = this.#load(chunk);
    // The error is reported to the caller that waits for the next chunk or the end.
    this.#loading.catch(() => undefined);
  }

  async #load({ path, maxRowBytes }: ChunkFile): Promise<void> {
    try {
      await this.#raw.insert(path, maxRowBytes);
    } catch (error) {
      if (!(error instanceof ResultsError && error.code === "statement")) throw error;
      await this.#insertChecked(path);
    }
    await unlink(path);
  }

  /** Loads rows that the engine rejects, up to a fault. Of duplicate names in a row, the last one is used. */
  async #insertChecked(path: string): Promise<void> {
    const rows: string[] = [];
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
      for (const line of text.split("\n"))
        if (line !== "") rows.push(writeExactJson(parseExactJson(checkRow(line))));
    } catch (error) {
      this.#fault = faultOf(error);
    }
    const lines = linesOf(rows);
    await writeFile(path, lines);
    await this.#raw.insert(path, lines.length);
  }

  #run(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return this.#options.engine.run(sql, { action: "Could not hold the rows" });
  }
}

/** Only a decoder throws a TypeError here; a file that cannot be read says nothing about the rows. */
function faultOf(error: unknown): IncompleteRowsError {
  if (error instanceof IncompleteRowsError) return error;
  if (!(error instanceof TypeError)) throw error;
  return new IncompleteRowsError("cut", "the stream has bytes that are not UTF-8", { cause: error });
}

function linesOf(rows: readonly string[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${markNumbers(row)}\n`).join(""));
}
