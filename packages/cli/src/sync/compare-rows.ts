import { checkInstalled } from "../command-line/optional-package.js";
import { packRows } from "./cells/packed-rows.js";
import { SqliteDatabase } from "./targets/sqlite-database.js";

/** A row of one side of a comparison. */
export interface ComparedRow {
  /** Equal for equal keys. */
  readonly key: string;
  /** The key as people read it. */
  readonly label: string;
  /** Whether the source says that the row is gone. Default: `false`. */
  readonly isRemoval?: boolean;
  /** Cells, each equal to that of the other side if the values are equal. Default: none are compared. */
  readonly cells?: readonly (string | null)[];
}

/** A key whose rows differ. */
export interface DifferingKey {
  readonly label: string;
  /** Cells of the source; `undefined` when it does not have the key. */
  readonly source: readonly (string | null)[] | undefined;
  /** Cells of the target; `undefined` when it does not have the key. */
  readonly target: readonly (string | null)[] | undefined;
  /** Whether the source says that the row is gone. */
  readonly isGone: boolean;
}

/** Options of the methods that return differences. */
export interface DifferencesOptions {
  /** Whether the rows of the source are all of them. */
  readonly isComplete: boolean;
  /** Maximum number of differences to return. */
  readonly maxRows: number;
}

const columns = "key, label, removed, cells";
const sides = ["source", "target"] as const;

/** Rows of a source and of a target, in a temporary database. They are compared once both are complete. */
export class RowComparison {
  readonly #database: SqliteDatabase;

  /**
   * Use {@link RowComparison.with} instead.
   *
   * @param database - An empty database
   */
  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /**
   * Compares rows, and then deletes them.
   *
   * @param work - Adds the rows and compares them
   * @returns What the work returns
   */
  static async with<Result>(work: (comparison: RowComparison) => Promise<Result>): Promise<Result> {
    checkInstalled(["libsql"]);
    // An empty name is a temporary file, which SQLite deletes.
    const database = new SqliteDatabase("");
    try {
      for (const side of sides) {
        await database.run(`CREATE TABLE ${side} (${columns})`);
        await database.run(`CREATE INDEX ${side}_keys ON ${side} (key)`);
      }
      return await work(new RowComparison(database));
    } finally {
      await database.close();
    }
  }

  /**
   * Adds rows. Of several rows of the source with one key, the last counts.
   *
   * @param side - Whose rows they are
   * @param rows - The rows
   */
  async add(side: (typeof sides)[number], rows: readonly ComparedRow[]): Promise<void> {
    const packed = rows.map(({ key, label, isRemoval = false, cells = [] }) => [
      key,
      label,
      isRemoval ? "1" : "0",
      JSON.stringify(cells),
    ]);
    await this.#database.transaction(() => this.#database.append(side, 4, [packRows(packed)]));
  }

  /** Counts the rows that the source has. */
  async countSet(): Promise<number> {
    return this.#count(`SELECT 1 FROM ${latest} AS s WHERE s.removed = '0'`);
  }

  /** Counts the rows of the source that are not in the target. */
  async countMissing(): Promise<number> {
    return this.#count(missing);
  }

  /** Returns the keys that the source says are gone and that the target has. */
  async removed(): Promise<readonly string[]> {
    return this.#labels(removed);
  }

  /** Returns the keys that only the target has. */
  async extra(): Promise<readonly string[]> {
    return this.#labels(extra);
  }

  /**
   * Compares all rows.
   *
   * @param options - Whether the rows of the source are all of them, and how many differences to return
   * @returns The number of keys that differ, and the first of them
   */
  async differences({
    isComplete,
    maxRows,
  }: DifferencesOptions): Promise<{ readonly count: number; readonly first: readonly DifferingKey[] }> {
    const select = [missing, removed, changed, ...(isComplete ? [extra] : [])].join(" UNION ALL ");
    const rows = await this.#database.run(`${select} ORDER BY 1 LIMIT ${maxRows}`);
    const first = rows.map(([label, source, target, kind]) => ({
      label: label ?? "",
      source: cellsOf(source),
      target: cellsOf(target),
      isGone: kind === "removed",
    }));
    return { count: await this.#count(select), first };
  }

  /**
   * Compares rows that have no key, by how often each of them is there.
   *
   * @param options - Whether the rows of the source are all of them, and how many differences to return
   * @returns The number of different rows, and the first of them, each with how often the two sides have it
   */
  async differentCounts({ isComplete, maxRows }: DifferencesOptions): Promise<{
    readonly count: number;
    readonly first: readonly { readonly label: string; readonly source: number; readonly target: number }[];
  }> {
    const select = `SELECT min(label) AS label, CAST(sum(source) AS TEXT), CAST(sum(target) AS TEXT) FROM (
      SELECT key, label, 1 AS source, 0 AS target FROM source UNION ALL SELECT key, label, 0, 1 FROM target
    ) GROUP BY key HAVING sum(source) ${isComplete ? "<>" : ">"} sum(target)`;
    const rows = await this.#database.run(`${select} ORDER BY 1 LIMIT ${maxRows}`);
    return {
      count: await this.#count(select),
      first: rows.map(([label, source, target]) => ({
        label: label ?? "",
        source: Number(source),
        target: Number(target),
      })),
    };
  }

  async #count(select: string): Promise<number> {
    const rows = await this.#database.run(`SELECT CAST(count(*) AS TEXT) FROM (${select})`);
    return Number(rows[0]?.[0] ?? 0);
  }

  async #labels(select: string): Promise<readonly string[]> {
    const rows = await this.#database.run(`${select} ORDER BY 1`);
    return rows.map(([label]) => label ?? "");
  }
}

const latest = "(SELECT *, max(rowid) FROM source GROUP BY key)";
const missing = `SELECT s.label, s.cells, NULL, NULL FROM ${latest} AS s WHERE s.removed = '0' AND s.key NOT IN (SELECT key FROM target)`;
const removed = `SELECT s.label, NULL, t.cells, 'removed' FROM ${latest} AS s JOIN target AS t ON t.key = s.key WHERE s.removed = '1'`;
const changed = `SELECT s.label, s.cells, t.cells, NULL FROM ${latest} AS s JOIN target AS t ON t.key = s.key WHERE s.removed = '0' AND s.cells <> t.cells`;
const extra =
  "SELECT t.label, NULL, t.cells, NULL FROM target AS t WHERE t.key NOT IN (SELECT key FROM source)";

function cellsOf(text: string | null | undefined): readonly (string | null)[] | undefined {
  // The text was written by `add`.
  return text === null || text === undefined ? undefined : (JSON.parse(text) as (string | null)[]);
}
