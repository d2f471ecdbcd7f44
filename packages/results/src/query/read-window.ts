import { ownName, quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellJson } from "../types/cell-text.js";
import type { Cell, RowSelection, RowsAnswer, RowsRequest, SortColumn } from "./row-query.js";
import { orderClause, whereClause } from "./select-rows.js";
import { findColumn, type TableSource } from "./table-source.js";

/** Maximum number of rows of one window. */
const maxWindowRows = 1000;
/** Maximum number of columns whose texts one statement makes. The engine holds several copies of each text meanwhile. */
const maxTextColumns = 100;
/** Maximum number of characters of a cell in a window. */
const maxCellLength = 400;
/** Maximum number of rows that are sorted as a whole for the first window. Of more rows, the first ones are found faster. */
const maxSorted = 100_000;
/** Maximum number of cells whose texts are in memory at the same time. */
const maxTextCells = 500_000;
const action = "Could not read the rows";

/** The column of a stored order, with the numbers of rows. */
const listed = ownName("number");

let textsCount = 0;

/** Rows in the order of a sort. The engine stores the order, so that each of their windows is fast. */
interface KeptOrder {
  /** The selection and sort, as JSON. */
  readonly key: string;
  readonly matching: number;
  /** Number of rows that are stored: all of them, or the first ones of a large table. */
  readonly stored: number;
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
    const end = offset + Math.min(limit, maxWindowRows);
    const { rowids, matching } = await this.#rowids(request, end);
    const { table, rowNumber } = this.#source;
    const from =
      rowids === undefined
        ? `${table} WHERE ${rowNumber} >= ${offset} AND ${rowNumber} < ${end} ORDER BY ${rowNumber}`
        : orderedRows(this.#source, rowids, { start: offset, end });
    const number = rowids === undefined ? rowNumber : listed;
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
    const { table, rowNumber } = this.#source;
    const [json] = await this.#objects(`${table} WHERE ${rowNumber} = ${isCount(number) ? number : -1}`);
    if (json === undefined) throw new ResultsError("statement", `${action}: there is no row ${number}.`);
    return json;
  }

  /**
   * Reads rows of a table with many columns.
   *
   * @param selection - The rows, and their order
   * @param range - Rows to skip, and the number of rows to read
   * @returns Batches of rows, each the JSON text of an object
   */
  async *texts(
    selection: RowSelection & { readonly sort?: readonly SortColumn[] },
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): AsyncGenerator<readonly string[]> {
    const { engine, table, columns, rowNumber } = this.#source;
    const sort = selection.sort ?? [];
    textsCount += 1;
    const order = quoteName(`wellhead texts ${textsCount}`);
    const where = whereClause(this.#source, selection, action);
    await engine.run(
      `CREATE TABLE ${order} AS SELECT ${rowNumber} AS ${listed} FROM ${table}${where}${sort.length === 0 ? ` ORDER BY ${rowNumber}` : orderClause(this.#source, sort)}`,
      { action },
    );
    const step = Math.max(1, Math.floor(maxTextCells / Math.max(1, columns.length)));
    try {
      for (let start = offset; start < offset + limit; start += step) {
        const end = Math.min(start + step, offset + limit);
        yield await this.#objects(orderedRows(this.#source, order, { start, end }));
      }
    } finally {
      await engine.run(`DROP TABLE IF EXISTS ${order}`, { action });
    }
  }

  /** Reads the JSON text of each row of a FROM clause. */
  async #objects(from: string): Promise<readonly string[]> {
    const { engine, columns } = this.#source;
    const parts: (readonly (string | null)[])[] = [];
    for (let start = 0; start < Math.max(1, columns.length); start += maxTextColumns) {
      const some = columns.slice(start, start + maxTextColumns);
      const rows = await engine.run(`SELECT ${objectText(some)} FROM ${from}`, { action });
      parts.push(rows.map(([text = null]) => text));
    }
    const [first = []] = parts;
    if (parts.length === 1) return first.map((text) => text ?? "");
    return first.map((_, row) => `{${parts.map((part) => part[row]?.slice(1, -1) ?? "").join(",")}}`);
  }

  /** Drops the kept order. */
  async drop(): Promise<void> {
    await this.#source.engine.run(`DROP TABLE IF EXISTS ${this.#orderTable}`, { action });
  }

  /** Stores the order of a selection, at least up to the end of a window. */
  async #rowids(
    { search, where = [], sort = [] }: RowSelection & { readonly sort?: readonly SortColumn[] },
    end: number,
  ): Promise<{ readonly rowids: string | undefined; readonly matching: number }> {
    if ((search ?? "") === "" && where.length === 0 && sort.length === 0)
      return { rowids: undefined, matching: this.#rowCount };
    const key = JSON.stringify([search, where, sort]);
    if (this.#kept?.key !== key || this.#kept.stored < Math.min(end, this.#kept.matching)) {
      this.#kept = undefined;
      const selection = { where, ...(search !== undefined && { search }) };
      const filter = whereClause(this.#source, selection, action);
      const isFirst = filter === "" && end <= maxWindowRows && this.#rowCount > maxSorted;
      this.#kept = await this.#order(key, filter, { sort, limit: isFirst ? maxWindowRows : undefined });
    }
    const { matching } = this.#kept;
    return { rowids: this.#orderTable, matching };
  }

  async #order(
    key: string,
    where: string,
    { sort, limit }: { readonly sort: readonly SortColumn[]; readonly limit: number | undefined },
  ): Promise<KeptOrder> {
    const { engine, table, rowNumber } = this.#source;
    const order = orderClause(this.#source, sort);
    const first = limit === undefined ? "" : ` LIMIT ${limit}`;
    const [[count = "0"] = []] = await engine.run(
      `CREATE OR REPLACE TABLE ${this.#orderTable} AS SELECT ${rowNumber} AS ${listed} FROM ${table}${where}${order === "" ? ` ORDER BY ${rowNumber}` : order}${first};
       SELECT CAST(count(*) AS VARCHAR) FROM ${this.#orderTable}`,
      { action },
    );
    const stored = Number(count);
    return { key, matching: limit === undefined ? stored : this.#rowCount, stored };
  }
}

/**
 * Returns the expression for the JSON text of a row.
 *
 * @param columns - Its columns
 * @returns SQL
 */
export function objectText(columns: TableSource["columns"]): string {
  const members = columns.map(
    ({ name, type, key = name, json }) =>
      `${quoteText(`${JSON.stringify(key)}:`)} || ${json === undefined ? cellJson(quoteName(name), type) : `coalesce(${quoteName(json)}, ${cellJson(quoteName(name), type)})`}`,
  );
  return `concat('{', ${members.join(", ',', ")}, '}')`;
}

/** Returns the FROM clause of the rows whose numbers a table lists, in its order. */
function orderedRows(
  { table, rowNumber }: TableSource,
  order: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const position = ownName("position");
  return `(SELECT ${listed}, rowid AS ${position} FROM ${order} WHERE rowid >= ${start} AND rowid < ${end}) AS "wellhead order" JOIN ${table} ON ${table}.${rowNumber} = ${listed} ORDER BY ${position}`;
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
