import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import type { NamedTable } from "../statement/named-table.js";
import type { UnfitTable } from "./refuse-unfit.js";

/** Names that the engine or this package uses itself. */
const reserved: ReadonlySet<string> = new Set([
  "main",
  "memory",
  "temp",
  "system",
  "pg_catalog",
  "information_schema",
  "wellhead answers",
]);

/** The names that a statement may use, regardless of case. */
export class TableNames {
  readonly #engine: Engine;
  readonly #schemas = new Set<string>();
  readonly #names = new Set<string>();
  /** The tables with values that do not fit the types of their columns. */
  readonly #unfit = new Map<string, UnfitTable>();

  /** @param engine - Where schemas are created */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether a table has values that do not fit the types of their columns. */
  get hasUnfit(): boolean {
    return this.#unfit.size > 0;
  }

  /**
   * Adds a table.
   *
   * @param table - Its name
   * @param unfit - Its values that do not fit the types of their columns, which statements must not read
   */
  add(table: NamedTable, unfit: UnfitTable | undefined): void {
    this.#names.add(keyOf(table));
    if (unfit !== undefined) this.#unfit.set(keyOf(table), unfit);
  }

  /**
   * Returns the values of a table that do not fit the types of their columns.
   *
   * @param table - Its name
   * @returns The values; `undefined` when there are none
   */
  unfitTable(table: NamedTable): UnfitTable | undefined {
    return this.#unfit.get(keyOf(table));
  }

  /**
   * Checks that a table was loaded.
   *
   * @param table - Its name
   * @throws ResultsError `statement` when there is no such table
   */
  check(table: NamedTable): void {
    if (this.#names.has(keyOf(table))) return;
    const written = table.schema === "" ? table.name : `${table.schema}.${table.name}`;
    throw new ResultsError(
      "statement",
      `Could not run the query: there is no table "${written}". Name a table that was loaded.`,
    );
  }

  /**
   * Creates the schema of a connector, once.
   *
   * @param schema - Its name
   * @throws ResultsError `statement` when the name cannot be used
   */
  async createSchema(schema: string): Promise<void> {
    if (this.#schemas.has(schema)) return;
    const action = `Could not name a connector "${schema}"`;
    if (reserved.has(schema.toLowerCase()) || schema.includes("\0") || schema === "")
      throw new ResultsError("statement", `${action}: the engine uses this name. Choose another.`);
    await this.#engine.run(`CREATE SCHEMA ${quoteName(schema)}`, { action });
    this.#schemas.add(schema);
  }
}

function keyOf({ schema, name }: NamedTable): string {
  return JSON.stringify([schema.toLowerCase(), name.toLowerCase()]);
}
