import { createRequire } from "node:module";
import type Database from "libsql";
import type { Column } from "../cells/column.js";
import { type PackedRows, unpackRows } from "../cells/packed-rows.js";
import {
  type EntityTable,
  type ForeignKey,
  quoteName,
  type SyncDatabase,
  type TextRow,
} from "./sync-database.js";

/** Milliseconds to wait for another process that has locked the file. */
const lockTimeoutMs = 10_000;
/** Numbers with so many digits do not change when a double represents them. */
const exactDigits = 15;

/** A SQLite file. Foreign keys are declared; SQLite checks them only for a connection that turns the check on. */
export class SqliteDatabase implements SyncDatabase {
  readonly maxNameBytes = 1000;
  readonly #handle: InstanceType<typeof Database>;

  /**
   * Opens or creates a file.
   *
   * @param path - The file
   */
  constructor(path: string) {
    // Loaded here because the package is optional: commands that import this module must start without it. The cast is
    // true of its main file, which is CommonJS.
    const Engine = createRequire(import.meta.url)("libsql") as typeof Database;
    this.#handle = new Engine(path, { timeout: lockTimeoutMs });
    this.#handle.exec("pragma foreign_keys = off");
  }

  async run(sql: string): Promise<readonly TextRow[]> {
    const statement = this.#handle.prepare(sql);
    if (!/^\s*(?:select|insert[^]*returning|update[^]*returning)\b/i.test(sql)) {
      statement.run();
      return [];
    }
    // The statements of this folder select text only.
    return statement.raw(true).all() as TextRow[];
  }

  async append(table: string, width: number, pages: readonly PackedRows[]): Promise<void> {
    const marks = Array.from({ length: width }, () => "?").join(", ");
    const statement = this.#handle.prepare(`INSERT INTO ${quoteName(table)} VALUES (${marks})`);
    for (const page of pages) for (const row of unpackRows(page)) statement.run(row);
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#handle.exec("BEGIN IMMEDIATE");
    try {
      const result = await work();
      this.#handle.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.exec("ROLLBACK");
      throw error;
    }
  }

  typeOf({ kind, isText, numbers }: Column): string {
    if (isText) return "TEXT";
    if (kind === "boolean") return "BOOLEAN";
    if (kind !== "number") return "TEXT";
    if (numbers.areLong) return "INTEGER";
    return numbers.significant <= exactDigits && numbers.areDouble ? "REAL" : "TEXT";
  }

  fromCell(column: Column, cell: string): string {
    const type = this.typeOf(column);
    if (type === "BOOLEAN") return `CASE ${cell} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`;
    return type === "TEXT" ? cell : `CAST(${cell} AS ${type})`;
  }

  toText(column: Column, value: string): string {
    if (this.typeOf(column) === "BOOLEAN") return `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
    // A REAL that holds an integer is written with a point and a zero.
    if (this.typeOf(column) === "REAL") return `printf('%.15g', ${value})`;
    return `CAST(${value} AS TEXT)`;
  }

  createTable({ name, columns }: EntityTable, foreignKeys: readonly ForeignKey[]): readonly string[] {
    const lines = columns.map((column, index) => {
      const foreignKey = foreignKeys.find((one) => one.column === column.name);
      return `${this.#definition(column, foreignKey)}${index === 0 ? " PRIMARY KEY NOT NULL" : ""}`;
    });
    return [`CREATE TABLE ${quoteName(name)} (${lines.join(", ")})`];
  }

  createLinks(name: string, foreignKeys: readonly ForeignKey[]): string {
    const lines = foreignKeys.map(({ column, target }) => `${column} TEXT${references(target)}`);
    if (foreignKeys.length === 1) lines.push("target_id TEXT");
    return `CREATE TABLE ${quoteName(name)} (${lines.join(", ")}, PRIMARY KEY (source_id, target_id))`;
  }

  listItems(relation: string, key: Column, list: Column): string {
    return `SELECT t.${quoteName(key.name)} AS owner, e.value AS item FROM ${relation} AS t, json_each(t.${quoteName(list.name)}) AS e`;
  }

  changeType(table: string, from: Column, to: Column): readonly string[] {
    // SQLite cannot change the type of a column, so a new column replaces it.
    const name = quoteName(table);
    const next = { ...to, name: `${to.name}__wellhead` };
    const source = quoteName(from.name);
    const value = this.#isNull(from, source, this.fromCell(to, this.toText(from, source)));
    return [
      this.addColumn(table, next, undefined),
      `UPDATE ${name} SET ${quoteName(next.name)} = ${value}`,
      `ALTER TABLE ${name} DROP COLUMN ${source}`,
      `ALTER TABLE ${name} RENAME COLUMN ${quoteName(next.name)} TO ${quoteName(to.name)}`,
    ];
  }

  addColumn(table: string, column: Column, foreignKey: ForeignKey | undefined): string {
    return `ALTER TABLE ${quoteName(table)} ADD COLUMN ${this.#definition(column, foreignKey)}`;
  }

  upsert({ name, columns }: EntityTable, select: string): readonly string[] {
    const [key = "", ...others] = columns.map((column) => quoteName(column.name));
    const changes = others.map((column) => `${column} = excluded.${column}`).join(", ");
    const action = changes === "" ? "NOTHING" : `UPDATE SET ${changes}`;
    // Without the condition, SQLite would parse ON CONFLICT as the condition of a join.
    return [
      `INSERT INTO ${quoteName(name)} (${[key, ...others].join(", ")}) SELECT * FROM (${select}) WHERE true ON CONFLICT (${key}) DO ${action}`,
    ];
  }

  async close(): Promise<void> {
    this.#handle.close();
  }

  #definition(column: Column, foreignKey: ForeignKey | undefined): string {
    const target = foreignKey === undefined ? "" : references(foreignKey.target);
    return `${quoteName(column.name)} ${this.typeOf(column)}${target}`;
  }

  #isNull(_from: Column, source: string, value: string): string {
    return `CASE WHEN ${source} IS NULL THEN NULL ELSE ${value} END`;
  }
}

function references(target: string): string {
  return ` REFERENCES ${quoteName(target)} DEFERRABLE INITIALLY DEFERRED`;
}
