import { type EntityField, parseExactJson, writeExactJson } from "@wellhead/client";
import { CommandError } from "../command-line/command-error.js";
import { type Column, columnOf } from "./cells/column.js";
import type { PackedRows } from "./cells/packed-rows.js";
import { type MergeOptions, type MergeResult, mergeStage } from "./merge-stage.js";
import { pickNames } from "./pick-names.js";
import { replacesTable, replaceTable } from "./replace-table.js";
import { schemaStatements } from "./schema-changes.js";
import { firstCell } from "./staged-row.js";
import { type RunState, stateFormat, type TypeState, tablesOf } from "./sync-state.js";
import { type EntityTable, quoteName, quoteText, type SyncDatabase } from "./targets/sync-database.js";
import { type LinkTable, linksOf, writeLinks } from "./write-links.js";

/**
 * Rows and state of a synchronization in one database. Pages go to a stage, in one transaction with the state after
 * them. A complete run is applied to the table in one transaction, so the table always contains the result of a
 * complete run.
 */
export class SyncStore {
  readonly #database: SyncDatabase;
  readonly #states = new Map<string, TypeState>();
  readonly #revisions = new Map<string, number>();

  /**
   * Use {@link SyncStore.open} instead.
   *
   * @param database - The target
   */
  constructor(database: SyncDatabase) {
    this.#database = database;
  }

  /**
   * Opens the state of a target, or creates it.
   *
   * @param database - The target
   * @returns The store
   * @throws CommandError when another version of this program wrote the state
   */
  static async open(database: SyncDatabase): Promise<SyncStore> {
    const store = new SyncStore(database);
    await database.transaction(async () => {
      await database.run(
        "CREATE TABLE IF NOT EXISTS wellhead_state (type TEXT PRIMARY KEY, state TEXT NOT NULL, revision BIGINT NOT NULL)",
      );
      await database.run(
        "CREATE TABLE IF NOT EXISTS wellhead_relations (type TEXT, field TEXT, column_name TEXT, cardinality TEXT, target_type TEXT, target_table TEXT, target_field TEXT)",
      );
    });
    const rows = await database.run("SELECT type, state, CAST(revision AS TEXT) FROM wellhead_state");
    for (const [type, text, revision] of rows) {
      // The state was written by this class; the format is checked before anything else is read.
      const state = parseExactJson(text ?? "{}") as unknown as TypeState;
      if (state.format !== stateFormat)
        throw unusable("another version of this program wrote its state. Use another target.");
      store.#states.set(type ?? "", state);
      store.#revisions.set(type ?? "", Number(revision));
    }
    return store;
  }

  /** The database. */
  get database(): SyncDatabase {
    return this.#database;
  }

  /** Ids of the types with a stored state. */
  get types(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Returns the state of a type; `undefined` before the type was prepared. */
  stateOf(type: string): TypeState | undefined {
    return this.#states.get(type);
  }

  /**
   * Creates the state of each type that has no table yet.
   *
   * @param types - Ids of the types
   */
  async prepare(types: readonly string[]): Promise<void> {
    const links = [...this.#states.values()].flatMap((state) => state.links ?? []);
    const known = new Map([
      ...[...this.#states].map(([type, { table }]) => [type, table] as const),
      // No type has an id that begins with NUL.
      ...links.map(({ table }) => [`\0${table}`, table] as const),
    ]);
    const tables = pickNames(types, { known, maxBytes: this.#database.maxNameBytes });
    let number = Math.max(0, ...[...this.#states.values()].map((state) => state.number));
    const added = types.flatMap((type): [string, TypeState][] => {
      if (this.#states.has(type)) return [];
      number += 1;
      const table = tables.get(type) ?? type;
      return [[type, { format: stateFormat, number, table, columns: [], shape: "", isPublished: true }]];
    });
    await this.#database.transaction(async () => {
      for (const [type, state] of added) await this.#insert(type, state);
    });
    for (const [type, state] of added) {
      this.#states.set(type, state);
      this.#revisions.set(type, 0);
    }
  }

  /**
   * Returns the columns of a run: those of the table, which may have grown wide, and one for each new field.
   *
   * @param type - Id of the type
   * @param fields - Its fields
   * @param shape - What `shapeOf` returns for them
   */
  columnsFor(type: string, fields: readonly EntityField[], shape: string): readonly Column[] {
    const state = this.#states.get(type);
    const before = new Map((state?.columns ?? []).map((column) => [column.field, column]));
    const known = new Map([...before].map(([field, { name }]) => [field, name]));
    const names = pickNames(
      fields.map(({ id }) => id),
      { known, maxBytes: this.#database.maxNameBytes },
    );
    return fields.map((field) => {
      const column = columnOf(field, names.get(field.id) ?? field.id);
      const old = before.get(field.id);
      // When the columns of a source change, all rows are read again.
      if (old === undefined || (column.isExact === true && state?.shape !== shape)) return column;
      // A column never becomes narrower: another kind makes it text.
      return old.kind === column.kind
        ? { ...old, isCommaList: column.isCommaList }
        : { ...old, isText: true };
    });
  }

  /**
   * Begins a run with an empty stage. What an earlier run of the type has read is dropped.
   *
   * @param type - Id of the type
   * @param run - The run before its first page
   */
  async begin(type: string, run: RunState): Promise<void> {
    const state = this.#require(type);
    const count = run.columns.length + firstCell(run.columns);
    const cells = Array.from({ length: count }, (_, index) => `c${index} TEXT`).join(", ");
    await this.#commit(type, { ...state, run }, async () => {
      await this.#database.run(`DROP TABLE IF EXISTS ${stageOf(state)}`);
      await this.#database.run(`CREATE TABLE ${stageOf(state)} (seq TEXT, op TEXT, ${cells})`);
    });
  }

  /**
   * Stores pages together with the state after the last of them.
   *
   * @param type - Id of the type
   * @param pages - Rows of the stage, page by page
   * @param run - The run after them
   */
  async addPages(type: string, pages: readonly PackedRows[], run: RunState): Promise<void> {
    const state = this.#require(type);
    await this.#commit(type, { ...state, run }, async () => {
      const filled = pages.filter(({ count }) => count > 0);
      if (filled.length > 0) {
        const width = run.columns.length + firstCell(run.columns) + 2;
        await this.#database.append(stageName(state), width, filled);
      }
    });
  }

  /**
   * Applies a complete run to the table and ends it.
   *
   * @param type - Id of the type
   * @param options - Fields, foreign keys, and which deletions are allowed
   * @returns How many rows were inserted, updated and deleted
   * @throws CommandError when the user has to consent to its deletions; the run is ended without being applied
   */
  async apply(
    type: string,
    options: Omit<MergeOptions, "stage" | "run"> & { readonly fields: readonly EntityField[] },
  ): Promise<MergeResult> {
    const { run, ...state } = this.#require(type);
    if (run === undefined) throw new TypeError(`expected a run of "${type}"`);
    const before = { name: state.table, columns: state.columns };
    const isReplaced = replacesTable(this.#database, state.columns, run);
    const kept = state.columns.filter(({ field }) => run.columns.every((column) => column.field !== field));
    const columns = isReplaced ? run.columns : [...run.columns, ...kept];
    const { shape, startedAt } = run;
    const table = { name: state.table, columns };
    const links = this.#linksFor(table, { ...state, fields: options.fields });
    const end = async () => void (await this.#database.run(`DROP TABLE ${stageOf(state)}`));
    const next = {
      ...state,
      columns,
      shape,
      completedAt: startedAt,
      isPublished: false,
      ...(run.isFull && { fullRows: run.rows }),
      ...(links.length > 0 && { links }),
    };
    try {
      return await this.#commit(type, next, async () => {
        const merge = { ...options, stage: stageOf(state), run };
        const result = isReplaced
          ? await replaceTable(this.#database, { before, after: table }, merge)
          : await this.#mergeInto({ before, after: table }, merge);
        await this.#writeLinks(links, { table, state, run });
        await end();
        return result;
      });
    } catch (error) {
      if (error instanceof CommandError) await this.#commit(type, state, end);
      throw error;
    }
  }

  /** Stores that the file of a type has the rows of its table. */
  async markPublished(type: string): Promise<void> {
    await this.#commit(type, { ...this.#require(type), isPublished: true }, async () => undefined);
  }

  #linksFor(
    table: EntityTable,
    { links: known = [], fields }: Pick<TypeState, "links"> & { readonly fields: readonly EntityField[] },
  ): readonly LinkTable[] {
    const taken = [...this.#states.values()].flatMap(tablesOf);
    return linksOf({ table, fields, known, taken, maxNameBytes: this.#database.maxNameBytes });
  }

  /** Creates the table or changes its columns, and applies the stage. */
  async #mergeInto(
    { before, after }: { readonly before: EntityTable; readonly after: EntityTable },
    merge: MergeOptions,
  ): Promise<MergeResult> {
    const change = { table: after.name, before: before.columns, after: after.columns };
    for (const statement of schemaStatements(this.#database, { ...change, foreignKeys: merge.foreignKeys }))
      await this.#database.run(statement);
    return mergeStage(this.#database, after, merge);
  }

  async #writeLinks(links: readonly LinkTable[], { table, state, run }: WriteLinksFacts): Promise<void> {
    for (const link of links) {
      await writeLinks(this.#database, {
        table,
        link,
        target: this.#states.get(link.targetType)?.table,
        isNew: !(state.links ?? []).includes(link),
        changedKeys: run.isFull ? undefined : `SELECT c0 FROM ${stageOf(state)}`,
      });
    }
  }

  /** Runs work in one transaction with the state after it. */
  async #commit<Result>(type: string, state: TypeState, work: () => Promise<Result>): Promise<Result> {
    const revision = this.#revisions.get(type) ?? 0;
    const result = await this.#database.transaction(async () => {
      const saved = await this.#database.run(
        `UPDATE wellhead_state SET state = ${quoteText(writeExactJson(state))}, revision = ${revision + 1} WHERE type = ${quoteText(type)} AND revision = ${revision} RETURNING type`,
      );
      if (saved.length === 0) throw otherRun();
      return work();
    });
    this.#states.set(type, state);
    this.#revisions.set(type, revision + 1);
    return result;
  }

  async #insert(type: string, state: TypeState): Promise<void> {
    const values = `${quoteText(type)}, ${quoteText(writeExactJson(state))}, 0`;
    const saved = await this.#database.run(
      `INSERT INTO wellhead_state (type, state, revision) VALUES (${values}) ON CONFLICT (type) DO NOTHING RETURNING type`,
    );
    if (saved.length === 0) throw otherRun();
  }

  #require(type: string): TypeState {
    const state = this.#states.get(type);
    if (state === undefined) throw new TypeError(`expected "${type}" to be prepared`);
    return state;
  }
}

interface WriteLinksFacts {
  readonly table: EntityTable;
  readonly state: TypeState;
  readonly run: RunState;
}

function stageName({ number }: Pick<TypeState, "number">): string {
  return `wellhead_stage_${number}`;
}

function stageOf(state: Pick<TypeState, "number">): string {
  return quoteName(stageName(state));
}

function otherRun(): CommandError {
  return unusable("another synchronization is writing to it. Wait until it has ended.");
}

function unusable(reason: string): CommandError {
  return new CommandError("unwritable", `Could not use the target: ${reason}`);
}
