import { unlink } from "node:fs/promises";
import { parseExactJson, writeExactJson } from "@wellhead/client";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { locateTable } from "../engine/wide-database.js";
import { addFacts, noFacts } from "../types/column-facts.js";
import type { StoredType } from "../types/column-type.js";
import { markNumbers } from "../types/marked-number.js";
import { planColumn, type UnfitPolicy } from "./plan-column.js";
import { RowFile, type RowFileOptions } from "./row-file.js";
import { RowScanner, type RowScannerOptions, type ScannedColumn, type ScannedRows } from "./row-scanner.js";
import { ScanThreads, threadsFrom } from "./scan-threads.js";
import { ChangedRows, type SentFiles } from "./sent-rows.js";
import { nameKeys, needsPointers, selectRows } from "./table-keys.js";
import { findUnfitValues, type UnfitColumn } from "./unfit-values.js";

/** Options of {@link TableLoader}. */
export interface TableLoaderOptions extends RowScannerOptions {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Quoted name of the table's schema. */
  readonly schema: string;
  /** Quoted name of the table. */
  readonly name: string;
  /** The file with the rows. */
  readonly file: RowFileOptions;
  /** What happens to values that do not fit the types of their columns. */
  readonly unfit: UnfitPolicy;
  /** Start of the names of tables with these values. */
  readonly unfitTables: string;
  /** Whether members that nobody declares become columns. */
  readonly undeclared: "load" | "omit";
  /** Their type; empty when their values decide. */
  readonly otherType: string;
  /** Those of them whose values decide, in lower case. */
  readonly valueTyped: ReadonlySet<string> | undefined;
}

/** A column of a table. */
export interface LoadedColumn {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name in SQL. */
  readonly name: string;
  readonly type: StoredType;
  /** Whether no row has a value. */
  readonly isEmpty: boolean;
  /** Name of the column with the JSON texts of values that the type cannot express. */
  readonly json?: string;
}

/** A table that was created. */
export interface FinishedTable {
  readonly columns: readonly LoadedColumn[];
  /** Members of the rows that are not columns, because nobody declares them. */
  readonly omitted: readonly string[];
  /** The columns with values that do not fit their types. */
  readonly unfit: readonly UnfitColumn[];
  /** The rows as they were sent, if their values are kept. */
  readonly sent: SentFiles | undefined;
  /** Its quoted name. */
  readonly table: string;
}

/**
 * Loads rows into a table. Rows are scanned and written to a file as they arrive, those of a large body in other
 * threads. The types of their columns are then known, and the engine reads the file with these types in one statement.
 */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #scanner: RowScanner;
  readonly #file: RowFile;
  readonly #threads: ScanThreads;
  /** The columns to load: the declared ones, then the others in the order of their first values. */
  readonly #columns: Map<string, ScannedColumn>;
  readonly #scanned = new WeakMap<Uint8Array, ScannedRows>();
  /** Only if the rows are kept as they are sent. */
  readonly #changed: ChangedRows | undefined;
  #rows = 0;
  #scannedBytes = 0;
  #maxRowBytes = 0;

  /** @param options - The engine, the table and its columns */
  constructor(options: TableLoaderOptions) {
    const { declared, names, file, unfit } = options;
    this.#options = options;
    this.#scanner = new RowScanner(options);
    this.#threads = new ScanThreads({ declared, names });
    this.#file = new RowFile(file);
    if (unfit === "keep" && names === undefined)
      this.#changed = new ChangedRows({ ...file, path: `${file.path}.changed` });
    this.#columns = new Map(declared.map((column) => [column.key, { ...column, facts: noFacts() }]));
  }

  /**
   * Scans lines before they are added.
   *
   * @param lines - Complete lines, each with its line feed, which must not change
   * @returns The number of rows; `undefined` when the client has to check the lines
   */
  countPlainRows(lines: Uint8Array): number | undefined | Promise<number | undefined> {
    this.#scannedBytes += lines.length;
    if (this.#scannedBytes > threadsFrom)
      return this.#threads.scan(lines).then((found) => this.#keepScanned(lines, found));
    return this.#keepScanned(lines, this.#scanner.scan(lines));
  }

  #keepScanned(lines: Uint8Array, found: ScannedRows | undefined): number | undefined {
    if (found !== undefined) this.#scanned.set(lines, found);
    return found?.rows;
  }

  /**
   * Adds rows that the client has checked.
   *
   * @param rows - JSON texts of objects
   */
  async add(rows: readonly string[]): Promise<void> {
    let stored = rows.map(markNumbers);
    let found = this.#scanner.scan(linesOf(stored), true);
    if (found === undefined) {
      // This way is slower. Of members with the same name, it keeps the last one.
      stored = stored.map((row) => writeExactJson(parseExactJson(row)));
      found = this.#scanner.scan(linesOf(stored), true);
    }
    if (found === undefined) throw new TypeError("expected rows that can be written as plain lines");
    await this.#changed?.add(rows, { stored, firstRow: this.#rows });
    await this.#addScanned(found);
  }

  /**
   * Adds rows as lines that {@link countPlainRows} accepted.
   *
   * @param lines - The same lines
   */
  async addLines(lines: Uint8Array): Promise<void> {
    const scanned = this.#scanned.get(lines);
    if (scanned === undefined) throw new TypeError("expected lines that were scanned");
    await this.#addScanned(scanned);
  }

  /** Adds rows in their order, which decides the order of the columns. */
  async #addScanned({ lines, changed, rows, maxRowBytes }: ScannedRows): Promise<void> {
    this.#rows += rows;
    for (const column of changed) {
      const known = this.#columns.get(column.key);
      if (known === undefined) this.#columns.set(column.key, { ...column, facts: { ...column.facts } });
      else addFacts(known.facts, column.facts);
    }
    this.#maxRowBytes = Math.max(this.#maxRowBytes, maxRowBytes);
    await this.#file.add(lines);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#threads.close();
  }

  /**
   * Ends the rows: creates the table.
   *
   * @returns The table
   */
  async finish(): Promise<FinishedTable> {
    await this.#file.flush();
    const found = [...this.#columns.values()];
    const names = nameKeys(found.map(({ key }) => key));
    const isJson = needsPointers(names);
    const { unfit, undeclared, unfitTables, otherType, valueTyped } = this.#options;
    const known = new Set(this.#options.declared.map(({ key }) => key));
    const all = found.map(({ facts, ...column }, index) => {
      const { key, name } = names[index] ?? { key: "", name: "" };
      const isOther = !known.has(key) && valueTyped?.has(key.toLowerCase()) !== true;
      const declared = isOther ? otherType : column.declared;
      const isEmpty = facts.kinds === 0;
      return { key, name, declared, isEmpty, ...planColumn(`c${index}`, { declared, facts, isJson, unfit }) };
    });
    const columns = undeclared === "omit" ? all.filter(({ key }) => known.has(key)) : all;
    const cells = columns.flatMap(({ cell, name, json }) => [
      `${cell} AS ${quoteName(name)}`,
      ...(json === undefined ? [] : [`${json} AS ${quoteName(jsonColumn(name))}`]),
    ]);
    const select = cells.length === 0 ? 'NULL AS "no columns"' : cells.join(", ");
    const { table, prepare } = locateTable({ ...this.#options, columns: cells.length });
    const rows = selectRows(this.#file.path, all, this.#maxRowBytes);
    await this.#run(`${prepare} CREATE TABLE ${table} AS SELECT ${select} FROM (${rows})`);
    const run = (sql: string) => this.#run(sql);
    const unfitColumns = await findUnfitValues(columns, { rows, name: unfitTables, run });
    const sent = await this.#changed?.finish(this.#file.path, this.#maxRowBytes);
    if (sent === undefined) await unlink(this.#file.path);
    return {
      columns: columns.map(({ key, name, type, isEmpty, json }) => ({
        key,
        name,
        type,
        isEmpty,
        ...(json !== undefined && { json: jsonColumn(name) }),
      })),
      omitted: all.flatMap(({ key }) => (undeclared === "omit" && !known.has(key) ? [key] : [])),
      unfit: unfitColumns,
      sent,
      table,
    };
  }

  #run(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return this.#options.engine.run(sql, { action: "Could not store the rows" });
  }
}

/** Returns the name of the column with the JSON text of the values of another. Names with this character are not used otherwise. */
function jsonColumn(name: string): string {
  return `\u0001json ${name}`;
}

function linesOf(rows: readonly string[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${row}\n`).join(""));
}
