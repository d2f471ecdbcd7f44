import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkRow, IncompleteRowsError, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { castColumn } from "../types/cast-column.js";
import {
  type ColumnFacts,
  dateCounts,
  kindCounts,
  maybeDate,
  numberMeasures,
} from "../types/column-facts.js";
import { columnType, mayBeDates, type StoredType } from "../types/column-type.js";
import { markNumbers } from "../types/marked-number.js";
import { nameKeys, selectChunk, selectKeys, type TableKey } from "./table-keys.js";

/** Options of {@link TableLoader}. */
export interface TableLoaderOptions {
  readonly engine: Engine;
  /** Folder for chunks of rows. */
  readonly folder: string;
  /** Quoted name of the table with its schema. */
  readonly table: string;
  /** Name of a temporary table, unique among the tables that are being loaded. */
  readonly rawTable: string;
  /** Bytes of rows to collect before the engine reads them. */
  readonly chunkBytes: number;
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** Returns whether to load a member that is not declared; `undefined` loads none. */
  readonly loads: ((key: string) => boolean) | undefined;
}

/** A column of a table. */
export interface LoadedColumn {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name in SQL. */
  readonly name: string;
  readonly type: StoredType;
}

/** Maximum number of columns that one statement measures. */
const maxMeasured = 40;
const noMeasures = ["0", "0", "0", "0", "0", "0"];

/** Loads rows into a table: first in chunks of JSON texts, then with types once all rows are known. */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #raw: string;
  #keys: readonly TableKey[];
  #lines: Uint8Array[] = [];
  #length = 0;
  #maxPart = 0;
  #chunks = 0;
  #fault: IncompleteRowsError | undefined;
  /** Resolves once the engine has read the current chunk; meanwhile the next one is collected. */
  #hasRows = false;
  #loading: Promise<void> = Promise.resolve();

  /** @param options - The engine, the table and its columns */
  constructor(options: TableLoaderOptions) {
    this.#options = options;
    this.#raw = quoteName(options.rawTable);
    this.#keys = nameKeys([], options.declared);
  }

  /** A fault that was found in the lines; rows after it are not loaded. */
  get fault(): IncompleteRowsError | undefined {
    return this.#fault;
  }

  /** Creates the temporary table; must be called first. */
  async start(): Promise<void> {
    const columns = ['"unused" BOOLEAN', ...this.#keys.map((_, index) => `c${index} VARCHAR`)];
    await this.#run(`CREATE OR REPLACE TEMP TABLE ${this.#raw} (${columns.join(", ")})`);
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
    this.#lines.push(lines);
    this.#length += lines.length;
    // A row cannot be longer than the part that contains it.
    this.#maxPart = Math.max(this.#maxPart, lines.length);
    if (this.#length >= this.#options.chunkBytes) await this.#flush();
  }

  /**
   * Ends the rows: determines the types and creates the table.
   *
   * @returns The columns
   */
  async finish(): Promise<readonly LoadedColumn[]> {
    await this.#flush();
    await this.#loading;
    const facts = await this.#findFacts();
    const columns = this.#keys.map(({ key, name, declared }, index) => {
      const known = facts[index] ?? emptyFacts;
      const type = columnType(known, declared);
      return { column: { key, name, type }, cell: castColumn(`c${index}`, type, known) };
    });
    const cells = columns.map(
      ({ column, cell }) => `CAST(${cell} AS ${column.type}) AS ${quoteName(column.name)}`,
    );
    const select = cells.length === 0 ? 'NULL AS "no columns"' : cells.join(", ");
    await this.#run(`CREATE TABLE ${this.#options.table} AS SELECT ${select} FROM ${this.#raw}`);
    await this.drop();
    return columns.map(({ column }) => column);
  }

  /** Drops the temporary table. */
  async drop(): Promise<void> {
    await this.#run(`DROP TABLE IF EXISTS ${this.#raw}`);
  }

  async #flush(): Promise<void> {
    if (this.#length === 0) return;
    const lines = this.#lines;
    const maxRowBytes = this.#maxPart;
    this.#lines = [];
    this.#length = 0;
    this.#maxPart = 0;
    this.#chunks += 1;
    const path = join(this.#options.folder, `${this.#options.rawTable}-${this.#chunks}.ndjson`);
    await writeFile(path, lines);
    await this.#loading;
    if (this.#fault !== undefined) return;
    this.#loading = this.#load(path, maxRowBytes);
    // The error is reported to the caller that waits for the next chunk or the end.
    this.#loading.catch(() => undefined);
  }

  async #load(path: string, maxRowBytes: number): Promise<void> {
    try {
      await this.#insert(path, maxRowBytes);
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
      this.#fault =
        error instanceof IncompleteRowsError
          ? error
          : new IncompleteRowsError("cut", "the stream has bytes that are not UTF-8", { cause: error });
    }
    const lines = linesOf(rows);
    await writeFile(path, lines);
    await this.#insert(path, lines.length);
  }

  async #insert(path: string, maxRowBytes: number): Promise<void> {
    if (this.#options.loads !== undefined) await this.#findKeys(path, maxRowBytes);
    const columns =
      this.#keys.length === 0 ? '"unused"' : this.#keys.map((_, index) => `c${index}`).join(", ");
    await this.#run(`INSERT INTO ${this.#raw} (${columns}) ${selectChunk(path, this.#keys, maxRowBytes)}`);
    this.#hasRows = true;
  }

  async #findKeys(path: string, maxRowBytes: number): Promise<void> {
    const found = await this.#run(selectKeys(path, maxRowBytes));
    const known = new Set(this.#keys.map(({ key }) => key));
    const fresh = found
      .map(([key]) => key ?? "")
      .filter((key) => !known.has(key) && this.#options.loads?.(key) === true);
    if (fresh.length === 0) return;
    const added = nameKeys(
      this.#keys,
      fresh.map((key) => ({ key, declared: "" })),
    );
    const first = this.#keys.length;
    this.#keys = [...this.#keys, ...added];
    // Adding columns one by one takes long for thousands of them, so an empty table is made anew.
    if (!this.#hasRows) return this.start();
    const changes = [...added.keys()].map(
      (index) => `ALTER TABLE ${this.#raw} ADD COLUMN c${first + index} VARCHAR`,
    );
    await this.#run(changes.join(";\n"));
  }

  async #findFacts(): Promise<readonly ColumnFacts[]> {
    if (this.#keys.length === 0) return [];
    const columns = this.#keys.map((_, index) => `c${index}`);
    const kinds = await this.#measure(columns.map((column) => kindCounts(column)));
    const measures = await this.#measure(
      columns.map((column, index) => {
        const { values, numbers, marked } = kindsOf(kinds[index]);
        return numbers > 0 && numbers === values ? numberMeasures(column, marked > 0) : noMeasures;
      }),
    );
    const dates = await this.#measure(
      columns.map((column, index) => {
        const { values, texts } = kindsOf(kinds[index]);
        const [first, last] = (kinds[index] ?? []).slice(-2);
        const isCandidate =
          texts > 0 && texts === values && maybeDate.test(first ?? "") && maybeDate.test(last ?? "");
        const declared = this.#keys[index]?.declared ?? "";
        return isCandidate && mayBeDates(declared) ? dateCounts(column) : ["0", "0", "0"];
      }),
    );
    return columns.map((_, index) => factsOf(kinds[index], measures[index], dates[index]));
  }

  /** Evaluates some expressions for each column over all rows. */
  async #measure(
    expressions: readonly (readonly string[])[],
  ): Promise<readonly (readonly (string | null)[])[]> {
    const found: (readonly (string | null)[])[] = [];
    for (let start = 0; start < expressions.length; start += maxMeasured)
      found.push(...(await this.#measurePart(expressions.slice(start, start + maxMeasured))));
    return found;
  }

  async #measurePart(
    expressions: readonly (readonly string[])[],
  ): Promise<readonly (readonly (string | null)[])[]> {
    const flat = expressions.flat();
    if (flat.every((expression) => expression === "0")) return expressions;
    const cells = flat.map((expression) => `CAST(${expression} AS VARCHAR)`);
    const [row = []] = await this.#run(`SELECT ${cells.join(", ")} FROM ${this.#raw}`);
    let position = 0;
    return expressions.map(({ length }) => {
      position += length;
      return row.slice(position - length, position);
    });
  }

  #run(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return this.#options.engine.run(sql, { action: "Could not hold the rows" });
  }
}

function linesOf(rows: readonly string[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${markNumbers(row)}\n`).join(""));
}

const emptyFacts: ColumnFacts = factsOf([], [], []);

function kindsOf(counts: readonly (string | null)[] = []) {
  const [values = 0, quoted = 0, marked = 0, booleans = 0, nested = 0, escaped = 0] = counts
    .slice(0, 6)
    .map(Number);
  const texts = quoted - marked;
  return { values, texts, marked, booleans, nested, escaped, numbers: values - texts - booleans - nested };
}

function factsOf(
  kinds: readonly (string | null)[] | undefined,
  measures: readonly (string | null)[] = [],
  dates: readonly (string | null)[] = [],
): ColumnFacts {
  const [
    wholeDigits = 0,
    fractionDigits = 0,
    onlyDoubles = 0,
    notDoubles = 0,
    beyondBigint = 0,
    beyondHugeint = 0,
  ] = measures.map(Number);
  const [onlyDates = 0, localTimes = 0, instants = 0] = dates.map(Number);
  return {
    ...kindsOf(kinds),
    wholeDigits,
    fractionDigits,
    onlyDoubles,
    notDoubles,
    beyondBigint,
    beyondHugeint,
    dates: onlyDates,
    localTimes,
    instants,
  };
}
