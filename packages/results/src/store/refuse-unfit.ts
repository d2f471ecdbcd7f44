import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { UnfitValueError } from "../errors/unfit-value-error.js";
import { showValue, type UnfitColumn } from "../load/unfit-values.js";
import { findRowConditions, type RowConditions } from "../statement/find-conditions.js";
import type { NamedTable } from "../statement/named-table.js";
import type { StatementReads } from "../statement/read-statement.js";
import type { SyntaxNode } from "../statement/syntax-node.js";
import type { ValuesSource } from "../statement/values-statement.js";

/** A table with values that do not fit the types of their columns. */
export interface UnfitTable {
  /** Names of its connector and its source. */
  readonly schema: string;
  readonly name: string;
  /** Its quoted name. */
  readonly table: string;
  /** SQL for the number of a row. */
  readonly rowNumber: string;
  readonly columns: readonly UnfitColumn[];
}

/** Options of {@link refuseUnfit}. */
export interface RefuseUnfitOptions {
  readonly engine: Engine;
  /** Finds the table that a statement names. */
  readonly find: (table: NamedTable) => UnfitTable | undefined;
  /** Returns the SELECT that computes the distinct values of expressions. */
  readonly select: (source: ValuesSource) => Promise<string>;
}

/** Schema and name of the view that shows the number of each row. */
const viewSchema = "wellhead answers";
const rowColumn = "wellhead row";

/**
 * Checks whether the result of a statement depends on a value that does not fit the type of its column. A row that WHERE
 * excludes by other columns does not count, because a filter may exclude it before it is read.
 *
 * @param reads - What the statement reads
 * @param options - The engine and its tables
 * @throws UnfitValueError for the first such value
 */
export async function refuseUnfit(
  { tables, columns, tree }: StatementReads,
  options: RefuseUnfitOptions,
): Promise<void> {
  for (const named of tables) {
    const table = options.find(named);
    const used = table?.columns.filter(({ name }) => columns?.has(name.toLowerCase()) ?? true) ?? [];
    for (const column of used) {
      const rows = findRowConditions(tree).find(
        (one) => one.table.schema === named.schema && one.table.name === named.name,
      );
      if (table === undefined) continue;
      const value = await firstValue(table, { column, rows, ...options });
      if (value !== undefined) throw new UnfitValueError(table, column, showValue(value));
    }
  }
}

interface FirstValueOptions extends RefuseUnfitOptions {
  readonly column: UnfitColumn;
  readonly rows: RowConditions | undefined;
}

/** Returns the first value in a row that the conditions on other columns do not exclude. */
async function firstValue(
  { table, rowNumber }: UnfitTable,
  { column, rows, engine, select }: FirstValueOptions,
): Promise<string | undefined> {
  const action = { action: "Could not check the values of the query" };
  const view = `${quoteName(viewSchema)}.${quoteName(`rows of ${table}`)}`;
  await engine.run(
    `CREATE OR REPLACE VIEW ${view} AS SELECT ${rowNumber} AS ${quoteName(rowColumn)}, * FROM ${table}`,
    action,
  );
  const conditions = (rows?.conditions ?? [])
    .filter(({ columns }) => !columns.has(column.name.toLowerCase()))
    .map(({ condition }) => condition);
  const affecting =
    rows === undefined || conditions.length === 0
      ? `SELECT ${quoteName(rowColumn)} FROM ${view}`
      : await select({
          expressions: [columnNode(rowColumn)],
          from: viewNode(rows.node, `rows of ${table}`),
          conditions,
          withEntries: [],
        });
  const first = (from: string) =>
    engine.run(`SELECT min_by(value, "row") FROM ${column.table} WHERE "row" IN (${from})`, action);
  // If a condition cannot be computed, it excludes no row.
  const [[value = null] = []] = await first(affecting).catch(() =>
    first(`SELECT ${quoteName(rowColumn)} FROM ${view}`),
  );
  return value ?? undefined;
}

function columnNode(name: string): SyntaxNode {
  return { class: "COLUMN_REF", type: "COLUMN_REF", alias: "", query_location: 0, column_names: [name] };
}

/** Returns the node of the view in place of that of the table. Columns are qualified as before. */
function viewNode(table: SyntaxNode, name: string): SyntaxNode {
  const alias = table["alias"] === "" ? table["table_name"] : table["alias"];
  return { ...table, schema_name: viewSchema, table_name: name, alias };
}
