import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkRow, IncompleteRowsError, parseExactJson, writeExactJson } from "@wellhead/client";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../results-error.js";
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

/** What rows are loaded into. */
export interface TableLoaderOptions {
  readonly engine: Engine;
  /** Folder for chunks of rows. */
  readonly folder: string;
  /** Name of the table, quoted, with its schema. */
  readonly table: string;
  /** A name that no other table that is being loaded has. */
  readonly rawTable: string;
  /** Bytes of rows to collect before the engine reads them. */
  readonly chunkBytes: number;
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** Whether a member that is not declared is loaded; `undefined` means that the rows have none. */
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

/** Columns that one statement measures. */
const maxMeasured = 40;
const noMeasures = ["0", "0", "0", "0", "0", "0"];

/** Loads rows into a table: chunk by chunk as JSON texts, then typed when all of them are known. */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #raw: string;
  #keys: readonly TableKey[];
  #lines: Uint8Array[] = [];
  #length = 0;
  #maxPart = 0;
  #chunks = 0;
  #fault: IncompleteRowsError | undefined;
  /** The chunk that the engine reads while the next one is collected. */
  #loading: Promise<void> = Promise.resolve();

  /** @param options - What rows are loaded into */
  constructor(options: TableLoaderOptions) {
    this.#options = options;
    this.#raw = quoteName(options.rawTable);
    this.#keys = nameKeys([], options.declared);
  }

  /** A fault that the engine found in the lines; rows after it are not loaded. */
  get fault(): IncompleteRowsError | undefined {
    return this.#fault;
  }

  /** Prepares the engine; called first. */
  async start(): Promise<void> {
    const columns = ['"unused" BOOLEAN', ...this.#keys.map((_, index) => `c${index} VARCHAR`)];
    await this.#run(`CREATE TEMP TABLE ${this.#raw} (${columns.join(", ")})`);
  }

  /**
   * Takes rows. Waits while the engine is slower than the connector.
   *
   * @param rows - JSON texts of objects
   */
  add(rows: readonly string[]): Promise<void> {
    return this.addLines(linesOf(rows));
  }

  /**
   * Takes rows as lines that {@link countPlainRows} found plain.
   *
   * @param lines - Whole lines
   * @throws IncompleteRowsError when the engine has found a fault in rows before
   */
  async addLines(lines: Uint8Array): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault;
    this.#lines.push(lines);
    this.#length += lines.length;
    // No row is longer than the part that it came in.
    this.#maxPart = Math.max(this.#maxPart, lines.length);
    if (this.#length >= this.#options.chunkBytes) await this.#flush();
  }

  /**
   * Takes the end of the rows: finds the types and makes the table.
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

  /** Drops what was loaded so far. */
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
    // Reported to whoever waits for the next chunk or the end.
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

  /** Loads rows that the engine refuses: names that occur twice in a row, of which the last counts, and faults. */
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
    for (const index of added.keys())
      await this.#run(`ALTER TABLE ${this.#raw} ADD COLUMN c${first + index} VARCHAR`);
    this.#keys = [...this.#keys, ...added];
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

  /** Asks for one row with some expressions for each column. */
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
