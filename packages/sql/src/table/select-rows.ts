import { inputInvalid } from "@wellhead/sdk";
import type { TableColumn, TableName } from "./catalogue.js";
import type { BindValue, Dialect } from "./dialect.js";
import type { Condition, Statement } from "./statement.js";
import type { TableChoice } from "./table-choice.js";
import { afterCondition, keyColumns, type TablePage } from "./table-page.js";

/** Options of {@link selectRows}. */
export interface SelectRowsOptions {
  /** How the database expresses a filter in SQL. */
  readonly dialect: Dialect;
  /** The table to read. */
  readonly table: TableName;
  /** Columns of the table as the catalogue lists them. */
  readonly columns: readonly TableColumn[];
  /** Expressions that sort rows which are otherwise equal, from the catalogue. */
  readonly rowOrder: readonly string[];
  /** The columns and the order that the person chose. */
  readonly choice: Pick<TableChoice, "columns" | "orderBy" | "descending">;
  /** What the rows must satisfy. */
  readonly conditions: readonly Condition[];
  /** Maximum number of rows. `undefined` means all. */
  readonly limit: number | undefined;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** The page to read by the key, in place of `limit` and `skip`. Default: none. */
  readonly byKey?: TablePage | undefined;
}

/**
 * Builds the statement for what a person chose. Names come from the catalogue and are quoted; values are bound.
 *
 * When a page or an order is requested, the rows get a total order, in which no two different rows compare as equal.
 * Together, the pages then contain every row exactly once. A whole table without a requested order is not sorted.
 *
 * @param options - The table, the columns, the choice and the page
 * @returns The statement
 * @throws ConnectorError `invalid_field` that names the field with a column that the table does not have
 */
export function selectRows(options: SelectRowsOptions): Statement {
  const { dialect, table, columns, choice, limit, skip } = options;
  const parameters: string[] = [];
  const bind: BindValue = (value) => dialect.parameter(parameters.push(value));
  const chosen = chosenColumns(columns, choice);
  const names = chosen.map(({ name }) => dialect.quote(name)).join(", ");
  const { byKey } = options;
  const conditions = [
    ...options.conditions.flatMap((condition) => conditionText(dialect, condition, bind)),
    ...(byKey === undefined ? [] : afterCondition(byKey, dialect, bind)),
  ];
  const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  const keys = byKey === undefined ? "" : keyColumns(byKey, dialect);
  const order = byKey === undefined ? orderOf(options) : keyOrder(byKey);
  const page =
    limit === undefined && skip === 0 && byKey === undefined
      ? ""
      : dialect.page(byKey === undefined ? limit : byKey.maxRows + 1, skip, bind);
  const schema = dialect.schemaName?.(table.schema) ?? table.schema;
  const from = `${dialect.quote(schema)}.${dialect.quote(table.table)}`;
  return { sql: `select ${names}${keys} from ${from}${where}${order}${page}`, parameters };
}

/**
 * Returns the columns that a person chose, in the chosen order, or all columns when none is chosen.
 *
 * @param columns - Columns of the table
 * @param choice - The choice
 * @returns The chosen columns
 * @throws ConnectorError `invalid_field` for a name that the table does not have
 */
export function chosenColumns(
  columns: readonly TableColumn[],
  choice: Pick<TableChoice, "columns">,
): readonly TableColumn[] {
  if (choice.columns === undefined || choice.columns.length === 0) return columns;
  return [...new Set(choice.columns)].map((name) => columnNamed(columns, name, "columns"));
}

/**
 * Finds a column by name.
 *
 * @param columns - Columns of the table
 * @param name - Its name
 * @param field - Filter field in which the column was chosen
 * @returns The column
 * @throws ConnectorError `invalid_field` when the table does not have it
 */
export function columnNamed(columns: readonly TableColumn[], name: string, field: string): TableColumn {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column;
  throw inputInvalid(`Could not read the table: the column "${name}" no longer exists. Choose another.`, {
    field,
  });
}

function conditionText(dialect: Dialect, condition: Condition, bind: BindValue): readonly string[] {
  const { column, period, changedSince, range, values, contains, isNull } = condition;
  const nullTest = dialect.isNull(column);
  return [
    ...(isNull === undefined ? [] : [isNull ? nullTest : `not (${nullTest})`]),
    ...(period === undefined ? [] : dialect.inPeriod(column, period, bind)),
    ...(changedSince === undefined ? [] : [changedText(dialect, { column, since: changedSince }, bind)]),
    ...(range === undefined ? [] : dialect.inRange(column, range, bind)),
    ...(values === undefined ? [] : [dialect.oneOf(column, values, bind)]),
    ...(contains === undefined ? [] : [dialect.contains(column, contains, bind)]),
  ];
}

/** Includes rows without a date: nothing says that they have not changed. */
function changedText(
  dialect: Dialect,
  { column, since }: { readonly column: TableColumn; readonly since: string },
  bind: BindValue,
): string {
  const inside = dialect.inPeriod(column, { min: since, firstDay: since.slice(0, 10) }, bind).join(" and ");
  return `((${inside}) or ${(dialect.hasNoDate ?? dialect.isNull)(column)})`;
}

function keyOrder({ key }: TablePage): string {
  return ` order by ${key.map(({ order }) => `${order} asc`).join(", ")}`;
}

function orderOf({ dialect, columns, rowOrder, choice, limit, skip }: SelectRowsOptions): string {
  const { orderBy } = choice;
  const terms: string[] = [];
  if (orderBy !== undefined && orderBy !== "") {
    const column = columnNamed(columns, orderBy, "orderBy");
    const name = column.sortedBy ?? dialect.quote(column.name);
    terms.push(`${name} ${choice.descending === true ? "desc" : "asc"}`);
    // The chosen column is a key and orders rows on its own, so further terms have no effect.
    if (rowOrder.length === 1 && rowOrder[0] === name) return ` order by ${terms.join(", ")}`;
  }
  if (terms.length > 0 || limit !== undefined || skip > 0)
    terms.push(...rowOrder.map((term) => `${term} asc`));
  return terms.length === 0 ? "" : ` order by ${terms.join(", ")}`;
}
