import { locateTable, type TableLocation } from "../engine/wide-database.js";
import { nameKeys, selectChunk, selectKeys, type TableKey } from "./table-keys.js";

/** Options of {@link RawTable}. */
export interface RawTableOptions {
  /** Quoted name of its schema. */
  readonly schema: string;
  /** Quoted name of the table. */
  readonly name: string;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** Names of the members to load besides these, in lower case; `undefined` loads all. */
  readonly names: ReadonlySet<string> | undefined;
  /** Runs SQL. */
  readonly run: (sql: string) => Promise<readonly (readonly (string | null)[])[]>;
}

/** A temporary table with the JSON texts of rows: a column `c0`, `c1` and so on for each member that is loaded. */
export class RawTable {
  readonly #options: RawTableOptions;
  #location: TableLocation;
  #keys: readonly TableKey[];
  #chunks = 0;

  /**
   * Creates nothing yet.
   *
   * @param options - Name and columns
   */
  constructor(options: RawTableOptions) {
    this.#options = options;
    this.#keys = nameKeys([], options.declared);
    this.#location = this.#locate();
  }

  /** Its quoted name, which changes when columns are added. */
  get table(): string {
    return this.#location.table;
  }

  /** The member of each column. */
  get keys(): readonly TableKey[] {
    return this.#keys;
  }

  /** Creates the table without rows. */
  async start(): Promise<void> {
    this.#location = this.#locate();
    const { table, prepare } = this.#location;
    const columns = ["chunk INTEGER", ...this.#keys.map((_, index) => `c${index} VARCHAR`)];
    await this.#options.run(`${prepare} CREATE OR REPLACE TABLE ${table} (${columns.join(", ")})`);
  }

  /** Drops the table. */
  async drop(): Promise<void> {
    await this.#options.run(`DROP TABLE IF EXISTS ${this.table}`);
  }

  #locate(): TableLocation {
    const { schema, name, folder } = this.#options;
    return locateTable({ schema, name, folder, columns: this.#keys.length });
  }

  /**
   * Inserts rows.
   *
   * @param path - File with one JSON row per line
   * @param maxRowBytes - Maximum length of a row
   */
  async insert(path: string, maxRowBytes: number): Promise<void> {
    const { names } = this.#options;
    // If every row has a value for each name, no other spelling of the name needs to be searched for.
    const isKnown = names !== undefined && [...names].every((name) => this.#columnsOf(name).length > 0);
    if (!isKnown) await this.#findKeys(path, maxRowBytes);
    await this.#insertRows(path, maxRowBytes);
    if (isKnown && (await this.#hasNulls(names)) && (await this.#findKeys(path, maxRowBytes))) {
      await this.#options.run(`DELETE FROM ${this.table} WHERE chunk = ${this.#chunks}`);
      await this.#insertRows(path, maxRowBytes);
    }
    this.#chunks += 1;
  }

  async #insertRows(path: string, maxRowBytes: number): Promise<void> {
    const columns = ["chunk", ...this.#keys.map((_, index) => `c${index}`)];
    const cells = columns.length === 1 ? "" : ", *";
    await this.#options.run(
      `INSERT INTO ${this.table} (${columns.join(", ")}) SELECT ${this.#chunks}${cells} FROM (${selectChunk(path, this.#keys, maxRowBytes)})`,
    );
  }

  #columnsOf(name: string): readonly string[] {
    return this.#keys.flatMap(({ key }, index) => (key.toLowerCase() === name ? [`c${index}`] : []));
  }

  /** Reports whether a row of the last chunk has no value for one of the names. */
  async #hasNulls(names: ReadonlySet<string>): Promise<boolean> {
    const columns = [...names].flatMap((name) => this.#columnsOf(name));
    if (columns.length === 0) return false;
    const isNull = columns.map((column) => `${column} IS NULL`).join(" OR ");
    const found = await this.#options.run(
      `SELECT '' FROM ${this.table} WHERE chunk = ${this.#chunks} AND (${isNull}) LIMIT 1`,
    );
    return found.length > 0;
  }

  /** Adds a column for each new member of a chunk. Reports whether there is one. */
  async #findKeys(path: string, maxRowBytes: number): Promise<boolean> {
    const { names, run } = this.#options;
    const found = await run(selectKeys(path, maxRowBytes));
    const known = new Set(this.#keys.map(({ key }) => key));
    const fresh = found
      .map(([key]) => key ?? "")
      .filter((key) => !known.has(key) && (names === undefined || names.has(key.toLowerCase())));
    if (fresh.length === 0) return false;
    const added = nameKeys(
      this.#keys,
      fresh.map((key) => ({ key, declared: "" })),
    );
    const first = this.#keys.length;
    this.#keys = [...this.#keys, ...added];
    // Adding thousands of columns one by one takes long, so an empty table is created again instead.
    if (this.#chunks === 0) await this.start();
    else await this.#addColumns(first, added.length);
    return true;
  }

  async #addColumns(first: number, count: number): Promise<void> {
    const { run } = this.#options;
    const before = this.table;
    this.#location = this.#locate();
    const { table, prepare } = this.#location;
    if (table !== before) {
      await run(`${prepare} CREATE TABLE ${table} AS FROM ${before}`);
      await run(`DROP TABLE ${before}`);
    }
    const columns = Array.from({ length: count }, (_, index) => `c${first + index}`);
    await run(columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column} VARCHAR`).join(";\n"));
  }
}
