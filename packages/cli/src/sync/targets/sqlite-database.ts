import { createRequire } from "node:module";
import type Database from "libsql";
import { type Column, keyColumnsOf } from "../cells/column.js";
import { type PackedRows, unpackRows } from "../cells/packed-rows.js";
import {
  type ChangedTable,
  copyStatements,
  type EntityTable,
  type ForeignKey,
  keyNames,
  quoteName,
  type SyncDatabase,
  type TextRow,
} from "./sync-database.js";

/** Milliseconds to wait for another process that has locked the file. */
const lockTimeoutMs = 10_000;
/** Numbers with so many digits do not change when a double represents them. */
const exactDigits = 15;
/** Digits after the point that they may have then: doubles near zero have fewer digits. */
const exactScale = 307;

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

  typeOf(column: Column): string {
    const { kind, isText, numbers, isExact, isDouble = false } = column;
    if (isText) return "TEXT";
    if (kind === "boolean") return "BOOLEAN";
    if (kind === "date" && isExact === true) return timeTypeOf(column);
    // With TEXT in its name, the type has no other values than texts. Readers recognize the first word.
    if (kind === "json" || (kind === "list" && isExact === true)) return "JSON TEXT";
    if (kind !== "number") return "TEXT";
    const isReal = numbers.areDouble && numbers.significant <= exactDigits && numbers.scale <= exactScale;
    if (isDouble && isReal) return "REAL";
    if (numbers.areLong) return "INTEGER";
    return isReal ? "REAL" : "TEXT";
  }

  fromCell(column: Column, cell: string): string {
    const type = this.typeOf(column);
    if (type === "BOOLEAN") return `CASE ${cell} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`;
    return type.endsWith("TEXT") ? cell : `CAST(${cell} AS ${type})`;
  }

  toText(column: Column, value: string): string {
    if (this.typeOf(column) === "BOOLEAN") return `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
    // A REAL that holds an integer is written with a point and a zero.
    if (this.typeOf(column) === "REAL")
      return `CASE WHEN ${value} IS NOT NULL THEN printf('%.15g', ${value}) END`;
    return `CAST(${value} AS TEXT)`;
  }

  createTable({ name, columns }: EntityTable, foreignKeys: readonly ForeignKey[]): readonly string[] {
    const key = keyColumnsOf(columns);
    const lines = columns.map((column) => {
      const foreignKey = foreignKeys.find((one) => one.column === column.name);
      const isKey = key.includes(column);
      return `${this.#definition(column)}${isKey ? " NOT NULL" : ""}${foreignKey === undefined ? "" : references(foreignKey.target)}`;
    });
    return [`CREATE TABLE ${quoteName(name)} (${lines.join(", ")}, PRIMARY KEY (${keyNames(columns)}))`];
  }

  createLinks(name: string, key: Column, foreignKeys: readonly ForeignKey[]): string {
    const lines = foreignKeys.map(
      ({ column, target }, index) =>
        `${column} ${index === 0 ? this.typeOf(key) : "TEXT"}${references(target)}`,
    );
    if (foreignKeys.length === 1) lines.push("target_id TEXT");
    return `CREATE TABLE ${quoteName(name)} (${lines.join(", ")}, PRIMARY KEY (source_id, target_id))`;
  }

  listItems(relation: string, key: Column, list: Column): string {
    return `SELECT t.${quoteName(key.name)} AS owner, e.value AS item FROM ${relation} AS t, json_each(t.${quoteName(list.name)}) AS e`;
  }

  changeTable(table: ChangedTable, foreignKeys: readonly ForeignKey[]): readonly string[] {
    const cellOf = (column: Column, value: string) => this.toText(column, value);
    return copyStatements(this, { ...table, foreignKeys, cellOf });
  }

  upsert({ name, columns }: EntityTable, select: string): readonly string[] {
    const key = keyColumnsOf(columns);
    const others = columns.filter((column) => !key.includes(column)).map((column) => quoteName(column.name));
    const names = columns.map((column) => quoteName(column.name)).join(", ");
    const changes = others.map((column) => `${column} = excluded.${column}`).join(", ");
    const action = changes === "" ? "NOTHING" : `UPDATE SET ${changes}`;
    // Without the condition, SQLite would parse ON CONFLICT as the condition of a join.
    return [
      `INSERT INTO ${quoteName(name)} (${names}) SELECT * FROM (${select}) WHERE true ON CONFLICT (${keyNames(columns)}) DO ${action}`,
    ];
  }

  async close(): Promise<void> {
    this.#handle.close();
  }

  #definition(column: Column): string {
    return `${quoteName(column.name)} ${this.typeOf(column)}`;
  }
}

function timeTypeOf({ hasDays, hasInstants, hasLocals = false }: Column): string {
  if (hasDays) return hasInstants || hasLocals ? "TEXT" : "DATE TEXT";
  return "TIMESTAMP TEXT";
}

function references(target: string): string {
  return ` REFERENCES ${quoteName(target)} DEFERRABLE INITIALLY DEFERRED`;
}
