import type { Engine } from "../engine/engine.js";
import { isOwnNumber, type NumberedTable } from "../engine/number-rows.js";
import { quoteName } from "../engine/quote.js";
import { maxMemoryColumns } from "../engine/wide-database.js";
import { ResultsError } from "../errors/results-error.js";
import type { SentFiles } from "../load/sent-rows.js";
import type { ChartAnswer, ChartQuery } from "../query/chart-query.js";
import { columnKind } from "../query/column-kind.js";
import type { CompareAnswer, CompareQuery } from "../query/compare-query.js";
import type { ColumnProfile, ProfileRequest } from "../query/profile-query.js";
import { readBoxes } from "../query/read-boxes.js";
import { readGroups } from "../query/read-groups.js";
import { readPoints } from "../query/read-points.js";
import { readProfiles } from "../query/read-profiles.js";
import { readSummary } from "../query/read-summary.js";
import { objectText, WindowReader } from "../query/read-window.js";
import type { ColumnKind, RowSelection, RowsAnswer, RowsRequest, SortColumn } from "../query/row-query.js";
import { orderClause, whereClause } from "../query/select-rows.js";
import type { SummaryAnswer, SummaryQuery } from "../query/summary-query.js";
import type { DoubleRange, TableSource } from "../query/table-source.js";
import { type ComparedTable, compareTables } from "./compare-tables.js";
import { type ExportFormat, type ExportSelection, exportRows } from "./export-rows.js";

/** A column of a table. */
export interface ResultColumn {
  readonly name: string;
  /** The engine's name of the type, such as `DECIMAL(7,2)`. */
  readonly type: string;
  /** What its values are. */
  readonly kind: ColumnKind;
  /** Name of the member in the rows, where it cannot be the name of a column. */
  readonly key?: string;
  /** Name of the column with the JSON texts of values that the type cannot express. */
  readonly json?: string;
}

/** The rows to read, and their order. */
export interface RowOrder extends RowSelection {
  /** Columns to sort by, the most significant first. Default: the order in which the rows were loaded. */
  readonly sort?: readonly SortColumn[];
  /** Number of rows to skip. Default: 0. */
  readonly offset?: number;
  /** Maximum number of rows. Default: all. */
  readonly limit?: number;
}

/** Options of {@link ResultTable.open}. */
export interface ResultTableOptions extends NumberedTable {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** What rows are written from as they were sent. */
  readonly sent?: SentRows;
}

/** The rows of a table as they were sent. */
interface SentRows {
  /** Names of members, and columns with the JSON texts of their values. */
  readonly columns: readonly { readonly name: string; readonly key: string; readonly json?: string }[];
  /** The rows; `undefined` when only a part of their members was loaded. */
  readonly files: SentFiles | undefined;
}

let orderCount = 0;

/** A table of rows in the engine. Everything it returns is computed from all rows. */
export class ResultTable {
  /** Columns in their order. */
  readonly columns: readonly ResultColumn[];
  /** Number of rows. */
  readonly rowCount: number;
  readonly #options: ResultTableOptions;
  readonly #windows: WindowReader;
  /** Profiles that were computed. The rows do not change. */
  readonly #profiles = new Map<string, ColumnProfile>();
  readonly #doubleRanges = new Map<string, DoubleRange>();

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
    orderCount += 1;
    const orderTable = quoteName(`wellhead order ${orderCount}`);
    this.#windows = new WindowReader(this.#source, rowCount, orderTable);
  }

  /**
   * Opens a table of the engine.
   *
   * @param options - The engine, its folder and the name of the table
   * @returns The table
   */
  static async open(options: ResultTableOptions): Promise<ResultTable> {
    const { engine, table, sent } = options;
    const action = { action: "Could not read the result" };
    const known = new Map(sent?.columns.map((column) => [column.name, column]));
    const hidden = new Set(sent?.columns.map(({ json }) => json));
    const described = await engine.run(`SELECT column_name, column_type FROM (DESCRIBE ${table})`, action);
    const [[count = "0"] = []] = await engine.run(`SELECT CAST(count(*) AS VARCHAR) FROM ${table}`, action);
    const columns = described.flatMap(([name, type]): readonly ResultColumn[] => {
      if (name === undefined || name === null || hidden.has(name) || isOwnNumber(name)) return [];
      const { key = name, json } = known.get(name) ?? {};
      return [
        {
          name,
          type: type ?? "",
          kind: columnKind(type ?? ""),
          ...(key !== name && { key }),
          ...(json !== undefined && { json }),
        },
      ];
    });
    return new ResultTable(options, columns, Number(count));
  }

  /**
   * Reads rows.
   *
   * @param selection - The rows to read, and their order
   * @returns Batches of rows, each the JSON text of an object
   * @throws ResultsError when a limit is reached, or the engine ended
   */
  async *rows(selection: RowOrder = {}): AsyncGenerator<readonly string[]> {
    const { offset = 0, limit = Number.POSITIVE_INFINITY } = selection;
    const all = await this.count(selection);
    const expected = Math.max(0, Math.min(limit, all - offset));
    if (expected === 0) return;
    const action = "Could not read the result";
    const batches =
      this.columns.length > maxMemoryColumns
        ? this.#windows.texts(selection, { offset, limit: expected })
        : this.#options.engine.lines(
            `SELECT ${objectText(this.columns)} FROM ${this.#options.table}${whereClause(this.#source, selection, action)}${orderClause(this.#source, selection.sort ?? [])} LIMIT ${expected} OFFSET ${offset}`,
            { action },
          );
    let read = 0;
    for await (const lines of batches) {
      read += lines.length;
      yield lines;
    }
    // The engine ends a stream that failed midway exactly like a complete one.
    if (read !== expected)
      throw new ResultsError(
        "limit",
        `Could not read the result: the engine stopped after ${read} of ${expected} rows. Raise the memory limit.`,
      );
  }

  /**
   * Counts rows.
   *
   * @param selection - The rows
   * @returns The number of rows
   * @throws ResultsError `statement` for an unknown column or an invalid value
   */
  async count(selection: RowSelection): Promise<number> {
    const action = "Could not search the result";
    const where = whereClause(this.#source, selection, action);
    if (where === "") return this.rowCount;
    const { engine, table } = this.#options;
    const [[count = "0"] = []] = await engine.run(`SELECT CAST(count(*) AS VARCHAR) FROM ${table}${where}`, {
      action,
    });
    return Number(count);
  }

  /**
   * Reads a window of rows as cells. The engine stores the order of the last sort, so that the next window is fast.
   *
   * @param request - Selection, sort, columns, offset and limit
   * @returns The cells, and the number of rows of the selection
   * @throws ResultsError `statement` for an unknown column or an invalid value
   */
  window(request: RowsRequest): Promise<RowsAnswer> {
    return this.#windows.read(request);
  }

  /**
   * Reads one row.
   *
   * @param number - Its number in the order in which the rows were loaded, from 0
   * @returns Its JSON text
   * @throws ResultsError `statement` when there is no such row
   */
  row(number: number): Promise<string> {
    return this.#windows.row(number);
  }

  /**
   * Computes profiles of columns.
   *
   * @param request - Columns and selection; all columns and rows when omitted
   * @returns A profile for each column
   * @throws ResultsError `statement` for an unknown column or an invalid value
   */
  profile(request: ProfileRequest = {}): Promise<readonly ColumnProfile[]> {
    return readProfiles(this.#source, { ...request, rowCount: this.rowCount, known: this.#profiles });
  }

  /**
   * Computes the data of a chart.
   *
   * @param query - What is drawn
   * @returns The data; every selected row is part of it
   * @throws ResultsError `statement` for an unknown column, or a function that does not apply to it
   */
  chart(query: ChartQuery): Promise<ChartAnswer> {
    if (query.kind === "groups") return readGroups(this.#source, query);
    if (query.kind === "points") return readPoints(this.#source, query);
    return readBoxes(this.#source, query);
  }

  /**
   * Computes measures by up to three columns.
   *
   * @param query - Columns, measures and selection
   * @returns The groups, and the measures of all selected rows
   * @throws ResultsError `statement` for an unknown column, or a function that does not apply to it
   */
  summarize(query: SummaryQuery): Promise<SummaryAnswer> {
    return readSummary(this.#source, query);
  }

  /**
   * Compares the rows with those of an earlier run, exactly.
   *
   * @param before - The earlier rows, which may be in another engine
   * @param query - The key that pairs rows, and the rows to list
   * @returns How they differ
   * @throws ResultsError `statement` when a column of the key is not in both
   */
  compare(before: ResultTable, query: CompareQuery): Promise<CompareAnswer> {
    return compareTables(before.#compared, this.#compared, query);
  }

  /**
   * Writes rows to a file, which gets its final name only once it is complete. An existing file is replaced. JSON of all
   * columns has the rows as they were sent, if their values are kept.
   *
   * @param path - The file
   * @param format - Its format
   * @param selection - Rows, order and columns; all when omitted
   * @throws ResultsError `file` when it cannot be written
   */
  async export(path: string, format: ExportFormat, selection: ExportSelection = {}): Promise<void> {
    const { folder, sent } = this.#options;
    const options = { sent: sent?.files, folder, path, format };
    await exportRows(this.#source, selection, options);
  }

  /** Drops the rows. */
  async drop(): Promise<void> {
    await this.#windows.drop();
    await this.#options.engine.run(`DROP TABLE IF EXISTS ${this.#options.table}`, {
      action: "Could not drop the result",
    });
  }

  get #compared(): ComparedTable {
    return { source: this.#source, folder: this.#options.folder, rowCount: this.rowCount };
  }

  get #source(): TableSource {
    const { engine, table, rowNumber } = this.#options;
    return { engine, table, rowNumber, columns: this.columns, doubleRanges: this.#doubleRanges };
  }
}
