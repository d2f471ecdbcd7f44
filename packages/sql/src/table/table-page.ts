import { type EncodedRows, encodedRows, type SynchronizedPage } from "@wellhead/sdk";
import type { TableColumn, TableShape } from "./catalogue.js";
import type { BindValue, Dialect, KeyText } from "./dialect.js";
import type { TableChoice } from "./table-choice.js";

/** A page of a table that begins after a row. */
export interface TablePage {
  /** Columns of the key, with their order. */
  readonly key: readonly { readonly text: KeyText; readonly order: string }[];
  /** Texts of the key of the row before the page; `undefined` at the first row. */
  readonly after: readonly string[] | undefined;
  readonly maxRows: number;
}

/**
 * Returns how to read a page of a table by its key.
 *
 * @param page - The requested page; `undefined` when all rows are read at once
 * @param table - The table, and the order that the person chose
 * @param dialect - How the database expresses a key
 * @returns The page; `undefined` when the table cannot be read by its key
 */
export function tablePage(
  page: SynchronizedPage | undefined,
  { key, columns, choice }: TableShape & { readonly choice: Pick<TableChoice, "orderBy"> },
  dialect: Dialect,
): TablePage | undefined {
  if (page === undefined || key === undefined || (choice.orderBy ?? "") !== "") return undefined;
  const parts = key.flatMap((name) => {
    const text = keyTextOf(columns, name, dialect);
    return text === undefined ? [] : [{ text, order: text.order ?? dialect.quote(name) }];
  });
  if (parts.length < key.length) return undefined;
  return { key: parts, after: page.after?.map(String), maxRows: page.maxRows };
}

function keyTextOf(columns: readonly TableColumn[], name: string, dialect: Dialect): KeyText | undefined {
  const column = columns.find((candidate) => candidate.name === name);
  return column && dialect.keyText?.(column);
}

/** Prefix of the columns that hold the texts of the key. No form lists them, so they cannot be chosen. */
const prefix = "wellhead key ";

/**
 * Returns the SQL of the columns that hold the texts of the key.
 *
 * @param page - The page
 * @param dialect - How the database quotes names
 * @returns The end of a list of columns
 */
export function keyColumns({ key }: TablePage, { quote }: Dialect): string {
  return key.map(({ text }, index) => `, ${text.text} as ${quote(`${prefix}${index}`)}`).join("");
}

/**
 * Returns the condition that rows come after the page before. It is written out where the database does not use an index
 * to compare several columns at once.
 *
 * @param page - The page
 * @param dialect - How the database quotes names
 * @param bind - Binds the texts of the key
 * @returns The condition; none at the first row
 */
export function afterCondition(
  { key, after }: TablePage,
  { comparesRows = false }: Dialect,
  bind: BindValue,
): readonly string[] {
  if (after === undefined) return [];
  if (comparesRows) {
    const names = key.map(({ order }) => order).join(", ");
    const values = key.map(({ text }, index) => text.value(bind(after[index] ?? ""))).join(", ");
    return [`(${names}) > (${values})`];
  }
  const compare = (index: number, sign: string): string => {
    const part = key[index];
    return part === undefined
      ? "false"
      : `${part.order} ${sign} ${part.text.value(bind(after[index] ?? ""))}`;
  };
  // The first column alone tells an index where to begin. Values are bound in the order in which the text has them,
  // because not every database numbers its parameters.
  const first = key.length === 1 ? [] : [compare(0, ">=")];
  const terms = key.map((_part, index) => {
    const equal = key.slice(0, index).map((_before, place) => compare(place, "="));
    return `(${[...equal, compare(index, ">")].join(" and ")})`;
  });
  return [...first, `(${terms.join(" or ")})`];
}

/**
 * Marks the rows of a page as ones that another page can begin after.
 *
 * @param rows - The rows
 * @param page - The page
 * @param check - Checks, after the last row, that the positions are valid. Default: they always are
 * @returns The rows with their positions
 */
export function withPositions(
  rows: EncodedRows,
  { key, maxRows }: TablePage,
  check?: () => Promise<void>,
): EncodedRows {
  return encodedRows({
    ...rows,
    async *encode(encoding) {
      yield* rows.encode(encoding);
      await check?.();
    },
    positions: { columns: key.map((_part, index) => `${prefix}${index}`), maxRows },
  });
}
