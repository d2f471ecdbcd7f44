import { copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../engine/engine.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../results-error.js";
import { cellJson, cellText, isNested, isNumber, parquetCell } from "./cell-text.js";

/** A column of a table. */
export interface ResultColumn {
  readonly name: string;
  /** Type as the engine names it, such as `DECIMAL(7,2)`. */
  readonly type: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
}

/** Which rows to read, and in which order. */
export interface RowSelection {
  /** Columns to sort by, the first first; the order in which the rows came when omitted. */
  readonly sort?: readonly { readonly column: string; readonly isDescending?: boolean }[];
  /** Text that one of the cells contains, whatever the case of its letters; all rows when omitted. */
  readonly search?: string;
  /** Rows to leave out at the start; 0 when omitted. */
  readonly offset?: number;
  /** Maximum number of rows; all when omitted. */
  readonly limit?: number;
}

/** What the values of a column are, over all rows. */
export interface ColumnProfile {
  readonly column: string;
  readonly nulls: number;
  readonly distinct: number;
  /** The lowest and the highest value as text; `undefined` for nested values and without values. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The mean of numbers as text; `undefined` for other values. */
  readonly mean: string | undefined;
}

/** Formats of an export. */
export type ExportFormat = "csv" | "json" | "ndjson" | "parquet";

/** What a table is in. */
export interface ResultTableOptions {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Name of the table, quoted, with its schema. */
  readonly table: string;
}

/** Columns that one statement profiles: to count distinct values takes some MiB for each. */
const maxProfiled = 20;

let exportCount = 0;

/** Rows that the engine holds. Everything it returns is computed from all of them. */
export class ResultTable {
  /** Columns in their order. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  readonly #options: ResultTableOptions;

  /**
   * Made by {@link ResultTable.open}.
   *
   * @param options - What the table is in
   * @param columns - Its columns
   * @param rowCount - How many rows it has
   */
  constructor(options: ResultTableOptions, columns: readonly ResultColumn[], rowCount: number) {
    this.#options = options;
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /**
   * Opens a table of the engine.
   *
   * @param options - What the table is in
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
   * @param selection - Which rows, in which order
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
    // The engine ends a stream that failed half-way as one that is whole.
    if (read !== expected)
      throw new ResultsError(
        "limit",
        `Could not read the result: the engine stopped after ${read} of ${expected} rows. Raise the memory limit.`,
      );
  }

  /**
   * Counts the rows that contain a text.
   *
   * @param search - The text, whatever the case of its letters
   * @returns How many rows
   */
  async count(search: string): Promise<number> {
    const sql = `SELECT CAST(count(*) AS VARCHAR) FROM ${this.#options.table}${this.#where(search)}`;
    const [[count = "0"] = []] = await this.#options.engine.run(sql, {
      action: "Could not search the result",
    });
    return Number(count);
  }

  /**
   * Finds what the values of each column are.
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
   * Writes all rows to a file, which has its name only when it is whole. A file of that name is replaced.
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
    // Cells are joined by a character that no text to search for holds, as a condition for each would be nested too deeply.
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

/** Gives a whole file its name, also on another disk. */
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
