import type { Client } from "pg";
import { type Column, decimalOf, keyColumnsOf } from "../cells/column.js";
import { type PackedRows, unpackRows } from "../cells/packed-rows.js";
import {
  type ChangedTable,
  type EntityTable,
  type ForeignKey,
  keyNames,
  quoteName,
  quoteText,
  type SyncDatabase,
  type TextRow,
} from "./sync-database.js";

/** Maximum digits of a `numeric` that has a maximum. */
const maxDigits = 1000;

/** A schema of a PostgreSQL database. */
export class PostgresDatabase implements SyncDatabase {
  readonly maxNameBytes = 63;
  readonly #client: Client;
  readonly #schema: string;
  #hasFailed: Error | undefined;

  /**
   * Use {@link PostgresDatabase.open} instead.
   *
   * @param client - An open connection
   * @param schema - The schema of the tables
   */
  constructor(client: Client, schema: string) {
    this.#client = client;
    this.#schema = schema;
    // Without a listener, a connection that ends between two statements would end the process.
    client.on("error", (error) => {
      this.#hasFailed = error;
    });
  }

  /**
   * Connects to a database.
   *
   * @param address - `postgres://…`, with the schema as the argument `schema`; `public` when omitted
   * @param mustExist - Whether the schema must exist; it is created otherwise
   * @returns The database
   * @throws Error when the database refuses the connection
   */
  static async open(address: string, mustExist: boolean): Promise<PostgresDatabase> {
    const { default: library } = await import("pg");
    const url = new URL(address);
    const schema = url.searchParams.get("schema") ?? "public";
    url.searchParams.delete("schema");
    const client = new library.Client({ connectionString: url.href, application_name: "wellhead" });
    await client.connect();
    const database = new PostgresDatabase(client, schema);
    await database.run("SET TimeZone = 'UTC'");
    await database.run("SET DateStyle = 'ISO, YMD'");
    if (!mustExist) await database.run(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`);
    await database.run(`SET search_path = ${quoteName(schema)}`);
    return database;
  }

  async run(sql: string): Promise<readonly TextRow[]> {
    if (this.#hasFailed !== undefined) throw this.#hasFailed;
    const { rows } = await this.#client.query({ text: sql, rowMode: "array" });
    return rows;
  }

  async append(table: string, width: number, pages: readonly PackedRows[]): Promise<void> {
    const parameters = Array.from({ length: width }, (_, index) => `$${index + 1}::text[]`).join(", ");
    const text = `INSERT INTO ${quoteName(table)} SELECT * FROM unnest(${parameters})`;
    for (const page of pages) {
      const rows = unpackRows(page);
      const values = Array.from({ length: width }, (_, index) => rows.map((row) => row[index] ?? null));
      await this.#client.query({ text, values, rowMode: "array" });
    }
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.run("BEGIN");
    try {
      const result = await work();
      await this.run("COMMIT");
      return result;
    } catch (error) {
      // A connection that has ended has rolled back already.
      await this.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  typeOf(column: Column): string {
    const { kind, isText, numbers, isDouble = false } = column;
    if (isText) return "text";
    if (kind === "boolean") return "boolean";
    if (kind === "list") return "jsonb";
    if (kind === "json") return "json";
    if (kind === "date") return timeTypeOf(column);
    if (kind !== "number") return "text";
    if (isDouble && numbers.areDouble) return "double precision";
    const decimal = decimalOf(column);
    if (decimal !== undefined && decimal.digits <= maxDigits)
      return `numeric(${decimal.digits},${decimal.scale})`;
    return numbers.areLong ? "bigint" : "numeric";
  }

  fromCell(column: Column, cell: string): string {
    const type = this.typeOf(column);
    return type === "text" ? cell : `CAST(${cell} AS ${type})`;
  }

  toText(_column: Column, value: string): string {
    return `CAST(${value} AS text)`;
  }

  createTable({ name, columns }: EntityTable): readonly string[] {
    const lines = columns.map((column) => `${quoteName(column.name)} ${this.typeOf(column)}`);
    return [`CREATE TABLE ${quoteName(name)} (${lines.join(", ")}, PRIMARY KEY (${keyNames(columns)}))`];
  }

  createLinks(name: string, key: Column): string {
    return `CREATE TABLE ${quoteName(name)} (source_id ${this.typeOf(key)}, target_id text, PRIMARY KEY (source_id, target_id))`;
  }

  listItems(relation: string, key: Column, list: Column): string {
    return `SELECT t.${quoteName(key.name)} AS owner, e.item FROM ${relation} AS t CROSS JOIN LATERAL jsonb_array_elements_text(t.${quoteName(list.name)}) AS e(item)`;
  }

  changeTable({ name, before, after }: ChangedTable): readonly string[] {
    const known = new Map(before.map((column) => [column.name, column]));
    return after.flatMap((column): readonly string[] => {
      const old = known.get(column.name);
      const source = quoteName(column.name);
      const type = this.typeOf(column);
      if (old === undefined) return [`ALTER TABLE ${quoteName(name)} ADD COLUMN ${source} ${type}`];
      if (this.typeOf(old) === type) return [];
      const value = this.fromCell(column, this.#plainText(old, source));
      return [`ALTER TABLE ${quoteName(name)} ALTER COLUMN ${source} TYPE ${type} USING ${value}`];
    });
  }

  upsert({ name, columns }: EntityTable, select: string): readonly string[] {
    const key = keyColumnsOf(columns);
    const others = columns.filter((column) => !key.includes(column)).map((column) => quoteName(column.name));
    const names = columns.map((column) => quoteName(column.name)).join(", ");
    const next = others.map((column) => `excluded.${column}`).join(", ");
    // A type without comparison, such as json, is compared as text.
    const textOf = (row: string) =>
      columns
        .filter((column) => !key.includes(column))
        .map((column) => {
          const value = `${row}.${quoteName(column.name)}`;
          return this.typeOf(column) === "json" ? `CAST(${value} AS text)` : value;
        })
        .join(", ");
    const action =
      others.length === 0
        ? "NOTHING"
        : `UPDATE SET (${others.join(", ")}) = ROW(${next}) WHERE ROW(${textOf("t")}) IS DISTINCT FROM ROW(${textOf("excluded")})`;
    // A row that did not change is not written again.
    return [
      `INSERT INTO ${quoteName(name)} AS t (${names}) ${select} ON CONFLICT (${keyNames(columns)}) DO ${action}`,
    ];
  }

  async dropForeignKeys(table: string): Promise<void> {
    for (const [name = ""] of await this.#foreignKeysOf(table)) {
      await this.run(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name ?? "")}`);
    }
  }

  async addForeignKey({ table, column, target }: ForeignKey, key: string): Promise<number> {
    const missing = await this.run(
      `SELECT CAST(count(*) AS text) FROM ${quoteName(table)} AS t WHERE t.${quoteName(column)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${quoteName(target)} AS k WHERE k.${quoteName(key)} = t.${quoteName(column)})`,
    );
    const count = Number(missing[0]?.[0] ?? 0);
    if (count > 0) return count;
    const references = `REFERENCES ${quoteName(target)} (${quoteName(key)}) DEFERRABLE INITIALLY DEFERRED`;
    await this.run(`ALTER TABLE ${quoteName(table)} ADD FOREIGN KEY (${quoteName(column)}) ${references}`);
    return 0;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Text in the form of a cell. */
  #plainText(column: Column, value: string): string {
    const type = this.typeOf(column);
    if (type.startsWith("numeric")) return `CAST(trim_scale(${value}) AS text)`;
    if (!type.startsWith("timestamp")) return `CAST(${value} AS text)`;
    return `regexp_replace(to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')`;
  }

  #foreignKeysOf(table: string): Promise<readonly TextRow[]> {
    return this.run(
      `SELECT CAST(conname AS text) FROM pg_constraint WHERE contype = 'f' AND conrelid = to_regclass(${quoteText(`${quoteName(this.#schema)}.${quoteName(table)}`)})`,
    );
  }
}

function timeTypeOf({ hasDays, hasInstants, hasLocals = false }: Column): string {
  if (Number(hasDays) + Number(hasInstants) + Number(hasLocals) > 1) return "text";
  if (hasDays) return "date";
  return hasLocals ? "timestamp without time zone" : "timestamp with time zone";
}
