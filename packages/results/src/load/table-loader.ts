import { unlink } from "node:fs/promises";
import { parseExactJson, writeExactJson } from "@wellhead/client";
import { addFacts, noFacts } from "../types/column-facts.js";
import { markNumbers } from "../types/marked-number.js";
import { planColumn } from "./plan-column.js";
import { RowFile, type RowFileOptions } from "./row-file.js";
import { RowScanner, type RowScannerOptions, type ScannedColumn, type ScannedRows } from "./row-scanner.js";
import { ScanThread, threadFrom } from "./scan-thread.js";
import { ChangedRows, type SentFiles } from "./sent-rows.js";
import { type StoredTable, type StoreTableOptions, storeTable } from "./store-table.js";
import { needsPointers, selectRows } from "./table-keys.js";

/** Options of {@link TableLoader}. */
export interface TableLoaderOptions extends RowScannerOptions, StoreTableOptions {
  /** The file with the rows. */
  readonly file: RowFileOptions;
}

/** A table that was created. */
export interface FinishedTable extends StoredTable {
  /** The rows as they were sent, if their values are kept. */
  readonly sent: SentFiles | undefined;
}

/**
 * Loads rows into a table. Rows are scanned and written to a file as they arrive, those of a large body in another
 * thread. The types of their columns are then known, and the engine reads the file with these types in one statement.
 */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #scanner: RowScanner;
  readonly #file: RowFile;
  readonly #thread: ScanThread;
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
    this.#thread = new ScanThread({ declared, names });
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
    if (this.#scannedBytes > threadFrom)
      return this.#thread.scan(lines).then((found) => this.#keepScanned(lines, found));
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

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  /**
   * Ends the rows: creates the table.
   *
   * @returns The table
   */
  async finish(): Promise<FinishedTable> {
    await this.#file.flush();
    const { unfit } = this.#options;
    const stored = await storeTable([...this.#columns.values()], this.#options, {
      plan: ({ index, declared, facts, names }) =>
        planColumn(`c${index}`, { declared, facts, isJson: needsPointers(names), unfit }),
      select: (columns) => selectRows(this.#file.path, columns, this.#maxRowBytes),
    });
    const sent = await this.#changed?.finish(this.#file.path, this.#maxRowBytes);
    if (sent === undefined) await unlink(this.#file.path);
    return { ...stored, sent };
  }
}

function linesOf(rows: readonly string[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${row}\n`).join(""));
}
