import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
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

/** Characters of a chunk: enough to be read by several threads, little enough to be held. */
const chunkLength = 8 * 2 ** 20;
const noMeasures = ["0", "0", "0", "0", "0", "0"];

/** Loads rows into a table: chunk by chunk as JSON texts, then typed when all of them are known. */
export class TableLoader {
  readonly #options: TableLoaderOptions;
  readonly #raw: string;
  #keys: readonly TableKey[];
  #lines: string[] = [];
  #length = 0;
  #chunks = 0;
  #rows = 0;
  /** The chunk that the engine reads while the next one is collected. */
  #loading: Promise<void> = Promise.resolve();

  /** @param options - What rows are loaded into */
  constructor(options: TableLoaderOptions) {
    this.#options = options;
    this.#raw = quoteName(options.rawTable);
    this.#keys = nameKeys([], options.declared);
  }

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
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
  async add(rows: readonly string[]): Promise<void> {
    for (const row of rows) {
      const line = markNumbers(row);
      this.#lines.push(line);
      this.#length += line.length + 1;
    }
    this.#rows += rows.length;
    if (this.#length >= chunkLength) await this.#flush();
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
    if (this.#lines.length === 0) return;
    const text = `${this.#lines.join("\n")}\n`;
    const maxRowBytes = this.#lines.reduce((longest, line) => Math.max(longest, line.length), 0) * 3;
    this.#lines = [];
    this.#length = 0;
    this.#chunks += 1;
    const path = join(this.#options.folder, `${this.#options.rawTable}-${this.#chunks}.ndjson`);
    await writeFile(path, text);
    await this.#loading;
    this.#loading = this.#load(path, maxRowBytes);
    // Reported to whoever waits for the next chunk or the end.
    this.#loading.catch(() => undefined);
  }

  async #load(path: string, maxRowBytes: number): Promise<void> {
    if (this.#options.loads !== undefined) await this.#findKeys(path, maxRowBytes);
    const columns =
      this.#keys.length === 0 ? '"unused"' : this.#keys.map((_, index) => `c${index}`).join(", ");
    await this.#run(`INSERT INTO ${this.#raw} (${columns}) ${selectChunk(path, this.#keys, maxRowBytes)}`);
    await unlink(path);
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
    const flat = expressions.flat();
    if (flat.every((expression) => expression === "0")) return expressions.map((list) => [...list]);
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
