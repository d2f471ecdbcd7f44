import { quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellJson } from "../types/cell-text.js";
import type { Cell, RowSelection, RowsAnswer, RowsRequest, SortColumn } from "./row-query.js";
import { orderClause, whereClause } from "./select-rows.js";
import { findColumn, type TableSource } from "./table-source.js";

/** Maximum number of rows of one window. */
const maxWindowRows = 1000;
/** Maximum number of characters of a cell in a window. */
const maxCellLength = 400;
const action = "Could not read the rows";

/** Rows in the order of a sort. The engine stores the order, so that each of their windows is fast. */
interface KeptOrder {
  /** The selection and sort, as JSON. */
  readonly key: string;
  readonly matching: number;
}

/** Reads windows of the rows of a table. It keeps the order of the last sort or search. */
export class WindowReader {
  readonly #source: TableSource;
  readonly #rowCount: number;
  readonly #orderTable: string;
  #kept: KeptOrder | undefined;
  /** Windows are read one after the other, so that no window reads an order while another window replaces it. */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * Prepares to read windows.
   *
   * @param source - The table
   * @param rowCount - Number of its rows
   * @param orderTable - Quoted name of a table that may be created, for the stored order
   */
  constructor(source: TableSource, rowCount: number, orderTable: string) {
    this.#source = source;
    this.#rowCount = rowCount;
    this.#orderTable = orderTable;
  }

  /**
   * Reads a window of rows.
   *
   * @param request - Selection, sort, columns, offset and limit
   * @returns The cells
   * @throws ResultsError `statement` for an unknown column or an invalid value
   */
  read(request: RowsRequest): Promise<RowsAnswer> {
    const turn = this.#turn.catch(() => undefined).then(() => this.#read(request));
    this.#turn = turn;
    return turn;
  }

  async #read(request: RowsRequest): Promise<RowsAnswer> {
    const { offset, limit, columns = this.#source.columns.map(({ name }) => name) } = request;
    if (!isCount(offset) || !isCount(limit))
      throw new ResultsError("statement", `${action}: expected whole numbers for offset and limit.`);
    const found = columns.map((name) => findColumn(this.#source, name, action));
    const { rowids, matching } = await this.#rowids(request);
    const end = offset + Math.min(limit, maxWindowRows);
    const { table } = this.#source;
    const from =
      rowids === undefined
        ? `${table} WHERE rowid >= ${offset} AND rowid < ${end} ORDER BY rowid`
        : `(SELECT number, rowid AS position FROM ${rowids} WHERE rowid >= ${offset} AND rowid < ${end}) AS "wellhead order" JOIN ${table} ON ${table}.rowid = number ORDER BY position`;
    const number = rowids === undefined ? "rowid" : "number";
    const texts = found.map(({ text }) => text);
    const rows = await this.#readCells(texts, from, number);
    return {
      offset,
      matching,
      columns,
      rows: rows.map(({ cells }) => cells),
      numbers: rows.map((row) => row.number),
    };
  }

  async #readCells(
    texts: readonly string[],
    from: string,
    number: string,
  ): Promise<readonly NumberedCells[]> {
    const { engine } = this.#source;
    // Reading one character more than is returned shows which cells are truncated.
    const starts = texts.map((text) => `left(${text}, ${maxCellLength + 1})`);
    const rows = await engine.run(
      `SELECT ${[`CAST(${number} AS VARCHAR)`, ...starts].join(", ")} FROM ${from}`,
      {
        action,
      },
    );
    const long = texts.flatMap((text, index) =>
      rows.some((row) => isLong(row[index + 1] ?? null)) ? [{ index, text }] : [],
    );
    const lengths =
      long.length === 0
        ? []
        : await engine.run(
            `SELECT ${long.map(({ text }) => `CAST(length(${text}) AS VARCHAR)`).join(", ")} FROM ${from}`,
            { action },
          );
    const positions = new Map(long.map(({ index }, position) => [index, position]));
    return rows.map(([id, ...cells], row) => ({
      number: Number(id),
      cells: cells.map((text, index) => cutCell(text, lengths[row]?.[positions.get(index) ?? -1])),
    }));
  }

  /**
   * Reads a whole row.
   *
   * @param number - Its number in the order of arrival, from 0
   * @returns Its JSON text
   * @throws ResultsError `statement` when there is no such row
   */
  async row(number: number): Promise<string> {
    const { engine, table, columns } = this.#source;
    const members = columns.map(
      ({ name, type }) => `${quoteText(`${JSON.stringify(name)}:`)} || ${cellJson(quoteName(name), type)}`,
    );
    const sql = `SELECT concat('{', ${members.join(", ',', ")}, '}') FROM ${table} WHERE rowid = ${isCount(number) ? number : -1}`;
    const [[json] = []] = await engine.run(sql, { action });
    if (json === undefined || json === null)
      throw new ResultsError("statement", `${action}: there is no row ${number}.`);
    return json;
  }

  /** Drops the kept order. */
  async drop(): Promise<void> {
    await this.#source.engine.run(`DROP TABLE IF EXISTS ${this.#orderTable}`, { action });
  }

  async #rowids({
    search,
    where = [],
    sort = [],
  }: RowSelection & { readonly sort?: readonly SortColumn[] }): Promise<{
    readonly rowids: string | undefined;
    readonly matching: number;
  }> {
    if ((search ?? "") === "" && where.length === 0 && sort.length === 0)
      return { rowids: undefined, matching: this.#rowCount };
    const key = JSON.stringify([search, where, sort]);
    if (this.#kept?.key !== key) {
      this.#kept = undefined;
      const selection = { where, ...(search !== undefined && { search }) };
      this.#kept = await this.#order(key, selection, sort);
    }
    const { matching } = this.#kept;
    return { rowids: this.#orderTable, matching };
  }

  async #order(key: string, selection: RowSelection, sort: readonly SortColumn[]): Promise<KeptOrder> {
    const { engine, table } = this.#source;
    const where = whereClause(this.#source, selection, action);
    const order = orderClause(this.#source, sort);
    const [[count = "0"] = []] = await engine.run(
      `CREATE OR REPLACE TABLE ${this.#orderTable} AS SELECT rowid AS number FROM ${table}${where}${order === "" ? " ORDER BY rowid" : order};
       SELECT CAST(count(*) AS VARCHAR) FROM ${this.#orderTable}`,
      { action },
    );
    return { key, matching: Number(count) };
  }
}

interface NumberedCells {
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Returns whether a text has more characters than a cell may have. The engine counts code points. */
function isLong(text: string | null): boolean {
  return text !== null && text.length > maxCellLength && Array.from(text).length > maxCellLength;
}

function cutCell(text: string | null, length: string | null | undefined): Cell {
  if (text === null || !isLong(text)) return text;
  return { start: Array.from(text).slice(0, maxCellLength).join(""), length: Number(length) };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
