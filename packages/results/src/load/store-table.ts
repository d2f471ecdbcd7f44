import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { locateTable } from "../engine/wide-database.js";
import type { ColumnFacts } from "../types/column-facts.js";
import type { StoredType } from "../types/column-type.js";
import type { ColumnPlan, UnfitPolicy } from "./plan-column.js";
import type { ScannedColumn } from "./row-scanner.js";
import { nameKeys, type TableKey } from "./table-keys.js";
import { findUnfitValues, type UnfitColumn } from "./unfit-values.js";

/** Options of {@link storeTable}. */
export interface StoreTableOptions {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Quoted name of the table's schema. */
  readonly schema: string;
  /** Quoted name of the table. */
  readonly name: string;
  /** Columns that the connector declares. */
  readonly declared: readonly { readonly key: string; readonly declared: string }[];
  /** What happens to values that do not fit the types of their columns. */
  readonly unfit: UnfitPolicy;
  /** Start of the names of tables with these values. */
  readonly unfitTables: string;
  /** Whether members that nobody declares become columns. */
  readonly undeclared: "load" | "omit";
  /** Their type; empty when their values decide. */
  readonly otherType: string;
  /** Those of them whose values decide, in lower case. */
  readonly valueTyped: ReadonlySet<string> | undefined;
}

/** A column of a table. */
export interface LoadedColumn {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name in SQL. */
  readonly name: string;
  readonly type: StoredType;
  /** Whether no row has a value. */
  readonly isEmpty: boolean;
  /** Name of the column with the JSON texts of values that the type cannot express. */
  readonly json?: string;
}

/** A table with rows. */
export interface StoredTable {
  readonly columns: readonly LoadedColumn[];
  /** Members of the rows that are not columns, because nobody declares them. */
  readonly omitted: readonly string[];
  /** The columns with values that do not fit their types. */
  readonly unfit: readonly UnfitColumn[];
  /** Its quoted name. */
  readonly table: string;
}

/** A column to plan. */
export interface PlannableColumn {
  /** Its index among all members of the rows. */
  readonly index: number;
  readonly declared: string;
  readonly facts: ColumnFacts;
  /** The columns of all members. */
  readonly names: readonly TableKey[];
}

/** How the rows are read from their file. */
export interface RowSource {
  /** Decides how a column is read and stored. */
  readonly plan: (column: PlannableColumn) => ColumnPlan;
  /** Returns the SELECT that reads the columns, in their order. */
  readonly select: (columns: readonly (TableKey & ColumnPlan)[]) => string;
}

/**
 * Returns the type that decides how the values of a member are stored.
 *
 * @param column - The member, and the type that the connector declares; empty when it does not declare one
 * @param options - The declared columns, and the type of the others
 * @returns The type; empty when the values decide
 */
export function typeOfMember(
  { key, declared }: Pick<ScannedColumn, "key" | "declared">,
  options: Pick<StoreTableOptions, "declared" | "otherType" | "valueTyped">,
): string {
  const isKnown = options.declared.some((column) => column.key === key);
  const isOther = !isKnown && options.valueTyped?.has(key.toLowerCase()) !== true;
  return isOther ? options.otherType : declared;
}

/**
 * Creates a table with the rows of a file.
 *
 * @param found - The members of the rows, and facts about their values
 * @param options - The engine, the table and its columns
 * @param source - How the rows are read
 * @returns The table
 */
export async function storeTable(
  found: readonly ScannedColumn[],
  options: StoreTableOptions,
  source: RowSource,
): Promise<StoredTable> {
  const { engine, undeclared, unfitTables } = options;
  const names = nameKeys(found.map(({ key }) => key));
  const known = new Set(options.declared.map(({ key }) => key));
  const all = found.map((column, index) => {
    const { key, name } = names[index] ?? { key: "", name: "" };
    const { facts } = column;
    const declared = typeOfMember(column, options);
    return {
      key,
      name,
      declared,
      isEmpty: facts.kinds === 0,
      ...source.plan({ index, declared, facts, names }),
    };
  });
  const columns = undeclared === "omit" ? all.filter(({ key }) => known.has(key)) : all;
  const cells = columns.flatMap(({ cell, name, json }) => [
    `${cell} AS ${quoteName(name)}`,
    ...(json === undefined ? [] : [`${json} AS ${quoteName(jsonColumn(name))}`]),
  ]);
  const select = cells.length === 0 ? 'NULL AS "no columns"' : cells.join(", ");
  const { table, prepare } = locateTable({ ...options, columns: cells.length });
  const rows = source.select(all);
  const run = (sql: string) => engine.run(sql, { action: "Could not store the rows" });
  await run(`${prepare} CREATE TABLE ${table} AS SELECT ${select} FROM (${rows})`);
  const unfit = await findUnfitValues(columns, { rows, name: unfitTables, run });
  return {
    columns: columns.map(({ key, name, type, isEmpty, json }) => ({
      key,
      name,
      type,
      isEmpty,
      ...(json !== undefined && { json: jsonColumn(name) }),
    })),
    omitted: all.flatMap(({ key }) => (undeclared === "omit" && !known.has(key) ? [key] : [])),
    unfit,
    table,
  };
}

/** Returns the name of the column with the JSON text of the values of another. Names with this character are not used otherwise. */
function jsonColumn(name: string): string {
  return `\u0001json ${name}`;
}
