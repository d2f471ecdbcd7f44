import { copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../engine/engine.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../results-error.js";
import { cellJson, cellText, isNested, isNumber, parquetCell } from "./cell-text.js";

/** A column of a table. */
export interface ResultColumn {
  readonly name: string;
  /** The engine's name of the type, such as `DECIMAL(7,2)`. */
  readonly type: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
}

/** The rows to read, and their order. */
export interface RowSelection {
  /** Columns to sort by, the most significant first; the order in which the rows were loaded when omitted. */
  readonly sort?: readonly { readonly column: string; readonly isDescending?: boolean }[];
  /** Text that one of the cells must contain, ignoring case; all rows when omitted. */
  readonly search?: string;
  /** Number of rows to skip; 0 when omitted. */
  readonly offset?: number;
  /** Maximum number of rows; all when omitted. */
  readonly limit?: number;
}

/** Statistics of the values of a column, over all rows. */
export interface ColumnProfile {
  readonly column: string;
  readonly nulls: number;
  readonly distinct: number;
  /** The minimum and the maximum as text; `undefined` for nested values and for columns without values. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The mean of numbers as text; `undefined` for other values. */
  readonly mean: string | undefined;
}

/** Formats of an export. */
export type ExportFormat = "csv" | "json" | "ndjson" | "parquet";

/** Options of {@link ResultTable.open}. */
export interface ResultTableOptions {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Quoted name of the table with its schema. */
  readonly table: string;
}

/** Maximum number of columns that one statement profiles. Counting distinct values takes some MiB per column. */
const maxProfiled = 20;

let exportCount = 0;

/** A table of rows in the engine. Everything it returns is computed from all rows. */
export class ResultTable {
  /** Columns in their order. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  readonly #options: ResultTableOptions;

  /**
   * Use {@link ResultTable.open} instead.
   *
   * @param options - The engine, its folder and the name of the table
   * @param columns - Its columns
   * @param rowCount - Number of rows
   */
  constructor(options: ResultTableOptions, columns: readonly ResultColumn[], rowCount: number) {
    this.#options = options;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /**
   * Opens a table of the engine.
   *
   * @param options - The engine, its folder and the name of the table
   * @returns The table
   */
  static async open(options: ResultTableOptions): Promise<ResultTable> {
    const { engine, table } = options;
    const action = { action: "Could not read the result" };
    const described = await engine.run(`SELECT column_name, column_type FROM (DESCRIBE ${table})`, action);
    const [[count = "0"] = []] = await engine.run(`SELECT CAST(count(*) AS VARCHAR) FROM ${table}`, action);
    const columns = described.map(([name, type]) => ({
      name: name ?? "",
      type: type ?? "",
      isNumber: isNumber(type ?? ""),
    }));
    return new ResultTable(options, columns, Number(count));
  }

  /**
   * Reads rows.
   *
   * @param selection - The rows to read, and their order
   * @returns Batches of rows, each the JSON text of an object
   * @throws ResultsError when a limit is reached, or the engine ended
   */
  async *rows(selection: RowSelection = {}): AsyncGenerator<readonly string[]> {
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = selection;
    const all = selection.search === undefined ? this.rowCount : await this.count(selection.search);
    const expected = Math.max(0, Math.min(limit, all - offset));
    if (expected === 0) return;
    const members = this.columns.map(
      ({ name, type }) => `${quoteText(`${JSON.stringify(name)}:`)} || ${cellJson(quoteName(name), type)}`,
    );
    const sql = `SELECT concat('{', ${members.join(", ',', ")}, '}') FROM ${this.#options.table}${this.#where(selection.search)}${this.#order(selection)} LIMIT ${expected} OFFSET ${offset}`;
    let read = 0;
    for await (const lines of this.#options.engine.lines(sql, { action: "Could not read the result" })) {
      read += lines.length;
      yield lines;
    }
    // The engine ends a stream that failed midway like a complete one.
    if (read !== expected)
      throw new ResultsError(
        "limit",
        `Could not read the result: the engine stopped after ${read} of ${expected} rows. Raise the memory limit.`,
      );
  }

  /**
   * Counts the rows that contain a text.
   *
   * @param search - The text, ignoring case
   * @returns The number of rows
   */
  async count(search: string): Promise<number> {
    const sql = `SELECT CAST(count(*) AS VARCHAR) FROM ${this.#options.table}${this.#where(search)}`;
    const [[count = "0"] = []] = await this.#options.engine.run(sql, {
      action: "Could not search the result",
    });
    return Number(count);
  }

  /**
   * Computes statistics of the values of each column.
   *
   * @returns A profile for each column
   */
  async profile(): Promise<readonly ColumnProfile[]> {
    const profiles: ColumnProfile[] = [];
    for (let start = 0; start < this.columns.length; start += maxProfiled)
      profiles.push(...(await this.#profileColumns(this.columns.slice(start, start + maxProfiled))));
    return profiles;
  }

  async #profileColumns(columns: readonly ResultColumn[]): Promise<readonly ColumnProfile[]> {
    const { engine, table } = this.#options;
    const cells = columns.flatMap(({ name, type, isNumber: hasMean }) => {
      const value = quoteName(name);
      const isPlain = type !== "JSON" && !isNested(type);
      const text = (expression: string) => (isPlain ? cellText(expression, type) : "NULL");
      return [
        `CAST(count(*) - count(${value}) AS VARCHAR)`,
        `CAST(count(DISTINCT ${value}) AS VARCHAR)`,
        text(`min(${value})`),
        text(`max(${value})`),
        hasMean ? `CAST(avg(${value}) AS VARCHAR)` : "NULL",
      ];
    });
    const [row = []] = await engine.run(`SELECT ${cells.join(", ")} FROM ${table}`, {
      action: "Could not profile the result",
    });
    return columns.map(({ name }, index) => {
      const [nulls, distinct, min, max, mean] = row.slice(index * 5, index * 5 + 5);
      return {
        column: name,
        nulls: Number(nulls),
        distinct: Number(distinct),
        min: min ?? undefined,
        max: max ?? undefined,
        mean: mean ?? undefined,
      };
    });
  }

  /**
   * Writes all rows to a file, which gets its final name only once it is complete. An existing file is replaced.
   *
   * @param path - The file
   * @param format - Its format
   * @throws ResultsError `file` when it cannot be written
   */
  async export(path: string, format: ExportFormat): Promise<void> {
    const { engine, folder } = this.#options;
    exportCount += 1;
    const made = join(folder, `export-${exportCount}.${format}`);
    try {
      await engine.run(await this.#copy(made, format), { action: `Could not write "${path}"` });
      await moveFile(made, path);
    } finally {
      await rm(made, { force: true });
    }
  }

  /** Drops the rows. */
  async drop(): Promise<void> {
    await this.#options.engine.run(`DROP TABLE IF EXISTS ${this.#options.table}`, {
      action: "Could not drop the result",
    });
  }

  async #copy(file: string, format: ExportFormat): Promise<string> {
    const { table } = this.#options;
    const target = quoteText(file);
    const select = (cell: (column: ResultColumn) => string) =>
      `SELECT ${this.columns.map((column) => `${cell(column)} AS ${quoteName(column.name)}`).join(", ")} FROM ${table}`;
    if (format === "parquet") {
      const fits = await this.#fitDecimals();
      const cells = select(({ name, type }) => parquetCell(quoteName(name), type, fits.has(name)));
      return `COPY (${cells}) TO ${target} (FORMAT parquet, COMPRESSION zstd)`;
    }
    if (format === "csv")
      return `COPY (${select(({ name, type }) => cellText(quoteName(name), type))}) TO ${target} (FORMAT csv, HEADER)`;
    const cells = select(({ name, type }) => `CAST(${cellJson(quoteName(name), type)} AS JSON)`);
    return `COPY (${cells}) TO ${target} (FORMAT json, ARRAY ${format === "json"})`;
  }

  async #fitDecimals(): Promise<ReadonlySet<string>> {
    const huge = this.columns.filter(({ type }) => type === "HUGEINT" || type === "UHUGEINT");
    if (huge.length === 0) return new Set();
    const counts = huge.map(({ name }) => {
      const value = quoteName(name);
      return `CAST(count(${value}) - count(TRY_CAST(${value} AS DECIMAL(38,0))) AS VARCHAR)`;
    });
    const [row = []] = await this.#options.engine.run(
      `SELECT ${counts.join(", ")} FROM ${this.#options.table}`,
      { action: "Could not export the result" },
    );
    return new Set(huge.filter((_, index) => row[index] === "0").map(({ name }) => name));
  }

  #where(search: string | undefined): string {
    if (search === undefined) return "";
    // Cells are joined by a character that the search text cannot contain. One condition per cell would be nested too
    // deeply.
    const cells = this.columns.map(({ name, type }) => cellText(quoteName(name), type));
    return ` WHERE contains(lower(concat_ws(chr(0), ${cells.join(", ")})), lower(${quoteText(search.replaceAll("\0", ""))}))`;
  }

  #order({ sort = [] }: RowSelection): string {
    if (sort.length === 0) return "";
    const known = new Set(this.columns.map(({ name }) => name));
    const terms = sort.map(({ column, isDescending = false }) => {
      if (!known.has(column))
        throw new ResultsError("statement", `Could not sort by "${column}": there is no such column.`);
      return `${quoteName(column)} ${isDescending ? "DESC" : "ASC"} NULLS LAST`;
    });
    return ` ORDER BY ${terms.join(", ")}, rowid`;
  }
}

/** Moves a complete file to its final name, even on another disk. */
async function moveFile(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  try {
    await copyFile(from, partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ResultsError("file", `Could not write "${to}": ${reason}. Choose another file.`, {
      cause: error,
    });
  }
}
