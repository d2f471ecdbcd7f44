import { partsOf } from "./equalities.js";
import { conjunctsOf } from "./from-clause.js";
import type { NamedTable } from "./named-table.js";
import { isVolatile } from "./node-facts.js";
import { isNode, itemsOf, nodesOf, renamesColumns, type SyntaxNode, textOf } from "./syntax-node.js";

/** A condition that every row of a table must meet to affect the result of the query. */
export interface Condition {
  /** The table, as named in the statement. */
  readonly table: NamedTable;
  /** Name of the column, in lower case. */
  readonly column: string;
  /** Texts one of which the column must equal; `undefined` for a range. */
  readonly values?: readonly string[];
  /** Inclusive bounds of the column. */
  readonly min?: string;
  readonly max?: string;
}

/** Joins for which a WHERE condition on one table can be applied to its rows before the join. */
const plainJoins: ReadonlySet<string> = new Set(["REGULAR", "CROSS", "DEPENDENT", ""]);
const plainJoinTypes: ReadonlySet<string> = new Set(["INNER", "LEFT", "RIGHT", "OUTER", "FULL", ""]);
const flipped: Readonly<Record<string, string>> = {
  COMPARE_LESSTHAN: "COMPARE_GREATERTHAN",
  COMPARE_GREATERTHAN: "COMPARE_LESSTHAN",
  COMPARE_LESSTHANOREQUALTO: "COMPARE_GREATERTHANOREQUALTO",
  COMPARE_GREATERTHANOREQUALTO: "COMPARE_LESSTHANOREQUALTO",
};

/**
 * Finds the conditions in WHERE that a row of a table must meet to affect the result. Rows that do not meet them do not
 * have to be read. Only tables that the statement names once are considered.
 *
 * @param tree - Syntax tree of a statement
 * @returns The conditions, each a comparison of a column with constants
 */
export function findConditions(tree: unknown): readonly Condition[] {
  return filteredSelects(tree).flatMap(({ tables, conjuncts, isOnce }) =>
    conjuncts.flatMap((conjunct) => {
      const comparison = readComparison(conjunct);
      if (comparison === undefined) return [];
      const { parts, ...range } = comparison;
      const table = tables.find((candidate) => isColumnOf(parts, candidate, tables.length === 1));
      if (table === undefined || !isOnce(table) || renamesColumns(table)) return [];
      return [{ table: nameOf(table), column: parts.at(-1) ?? "", ...range }];
    }),
  );
}

/** Conditions that every row of a table must meet to affect the result of the query. */
export interface RowConditions {
  /** The table, as named in the statement. */
  readonly table: NamedTable;
  /** Its node in FROM. */
  readonly node: SyntaxNode;
  /** Conditions whose columns all belong to the table, each with these columns in lower case. */
  readonly conditions: readonly { readonly condition: SyntaxNode; readonly columns: ReadonlySet<string> }[];
}

/**
 * Finds all conditions in WHERE that depend on one table only, in whatever form they are written.
 *
 * @param tree - Syntax tree of a statement
 * @returns The tables with such conditions
 */
export function findRowConditions(tree: unknown): readonly RowConditions[] {
  return filteredSelects(tree).flatMap(({ tables, conjuncts, isOnce, isInner }) =>
    tables
      .filter((table) => isOnce(table) && !renamesColumns(table))
      .map((table) => ({
        table: nameOf(table),
        node: table,
        conditions: conjuncts.flatMap((condition) => {
          // After an outer join, only a comparison is certain to exclude the rows that it excludes before the join.
          if (!isInner && readComparison(condition) === undefined) return [];
          const columns = ownColumns(condition, table, tables.length === 1);
          return columns === undefined ? [] : [{ condition, columns }];
        }),
      })),
  );
}

/** Returns the columns of a condition; `undefined` when it depends on anything else than a row of the table. */
function ownColumns(
  condition: SyntaxNode,
  table: SyntaxNode,
  isAlone: boolean,
): ReadonlySet<string> | undefined {
  const columns = new Set<string>();
  if (isVolatile(condition)) return undefined;
  for (const node of nodesOf(condition)) {
    if (node["class"] === "SUBQUERY" || node["class"] === "LAMBDA") return undefined;
    if (node["class"] !== "COLUMN_REF") continue;
    const parts = partsOf(node);
    if (!isColumnOf(parts, table, isAlone)) return undefined;
    columns.add(parts.at(-1) ?? "");
  }
  return columns;
}

interface FilteredSelect {
  /** The tables in FROM. */
  readonly tables: readonly SyntaxNode[];
  /** The conditions of WHERE, all of which must be true. */
  readonly conjuncts: readonly SyntaxNode[];
  /** Whether FROM contains no outer join. */
  readonly isInner: boolean;
  /** Whether the statement names a table only once. */
  readonly isOnce: (table: SyntaxNode) => boolean;
}

/** Returns each SELECT whose rows are pairs of rows of tables that meet WHERE. */
function filteredSelects(tree: unknown): readonly FilteredSelect[] {
  const nodes = [...nodesOf(tree)];
  // The number of a row depends on the rows before it.
  if (nodes.some(({ column_names: names }) => textOf(itemsOf(names).at(-1)).toLowerCase() === "rowid"))
    return [];
  const withNames = new Set(nodes.flatMap(({ cte_map: map }) => namesOfWith(map)));
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (node["type"] !== "BASE_TABLE") continue;
    const name = textOf(node["table_name"]).toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isOnce = (node: SyntaxNode) => {
    const name = textOf(node["table_name"]).toLowerCase();
    return counts.get(name) === 1 && !withNames.has(name);
  };
  return nodes.flatMap((select) => {
    if (select["type"] !== "SELECT_NODE" || isNode(select["sample"])) return [];
    const tables = tablesOf(select["from_table"]);
    if (tables === undefined) return [];
    const conjuncts = conjunctsOf(select["where_clause"]);
    return [{ tables, conjuncts, isInner: isInnerJoin(select["from_table"]), isOnce }];
  });
}

function nameOf(table: SyntaxNode): NamedTable {
  return { schema: textOf(table["schema_name"]), name: textOf(table["table_name"]) };
}

function isInnerJoin(from: unknown): boolean {
  if (!isNode(from) || from["type"] !== "JOIN") return true;
  const isInner = ["INNER", ""].includes(textOf(from["join_type"]));
  return isInner && isInnerJoin(from["left"]) && isInnerJoin(from["right"]);
}

/** Returns the tables in FROM; `undefined` when it contains anything else. */
function tablesOf(from: unknown): readonly SyntaxNode[] | undefined {
  if (!isNode(from) || isNode(from["sample"])) return undefined;
  if (from["type"] === "BASE_TABLE") return [from];
  if (from["type"] !== "JOIN") return undefined;
  if (!plainJoins.has(textOf(from["ref_type"])) || !plainJoinTypes.has(textOf(from["join_type"])))
    return undefined;
  const [left, right] = [tablesOf(from["left"]), tablesOf(from["right"])];
  return left === undefined || right === undefined ? undefined : [...left, ...right];
}

function isColumnOf(parts: readonly string[], table: SyntaxNode, isAlone: boolean): boolean {
  const alias = (textOf(table["alias"]) || textOf(table["table_name"])).toLowerCase();
  if (parts.length === 1) return isAlone;
  if (parts.length === 2) return parts[0] === alias;
  return parts.length === 3 && parts[1] === alias && parts[0] === textOf(table["schema_name"]).toLowerCase();
}

type Comparison = Omit<Condition, "table" | "column"> & { readonly parts: readonly string[] };

function readComparison(node: SyntaxNode): Comparison | undefined {
  if (node["type"] === "COMPARE_IN") {
    const [column, ...items] = itemsOf(node["children"]);
    const values = items.map(constantOf);
    const known = values.filter((value) => value !== undefined);
    return withColumn(
      column,
      known.length === values.length && known.length > 0 ? { values: known } : undefined,
    );
  }
  if (node["type"] === "COMPARE_BETWEEN") {
    const [min, max] = [constantOf(node["lower"]), constantOf(node["upper"])];
    return withColumn(node["input"], min === undefined || max === undefined ? undefined : { min, max });
  }
  if (node["class"] !== "COMPARISON") return undefined;
  const type = textOf(node["type"]);
  const right = constantOf(node["right"]);
  if (right !== undefined) return withColumn(node["left"], rangeOf(type, right));
  const left = constantOf(node["left"]);
  return left === undefined ? undefined : withColumn(node["right"], rangeOf(flipped[type] ?? type, left));
}

function rangeOf(type: string, value: string): Omit<Comparison, "parts"> | undefined {
  if (type === "COMPARE_EQUAL") return { values: [value] };
  if (type === "COMPARE_GREATERTHAN" || type === "COMPARE_GREATERTHANOREQUALTO") return { min: value };
  return type === "COMPARE_LESSTHAN" || type === "COMPARE_LESSTHANOREQUALTO" ? { max: value } : undefined;
}

function withColumn(column: unknown, range: Omit<Comparison, "parts"> | undefined): Comparison | undefined {
  if (range === undefined || !isNode(column) || column["class"] !== "COLUMN_REF") return undefined;
  return { parts: itemsOf(column["column_names"]).map((part) => textOf(part).toLowerCase()), ...range };
}

/** Returns the text of a string constant, or of one that is cast to a date or time. */
function constantOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node["type"] === "OPERATOR_CAST" && isNode(node["cast_type"])) {
    return /^(?:DATE|TIMESTAMP)/.test(textOf(node["cast_type"]["id"]))
      ? constantOf(node["child"])
      : undefined;
  }
  const value = node["type"] === "VALUE_CONSTANT" ? node["value"] : undefined;
  return isNode(value) &&
    typeof value["value"] === "string" &&
    isNode(value["type"]) &&
    value["type"]["id"] === "VARCHAR"
    ? value["value"]
    : undefined;
}

function namesOfWith(map: unknown): readonly string[] {
  return itemsOf(isNode(map) ? map["map"] : undefined).map((entry) =>
    isNode(entry) ? textOf(entry["key"]).toLowerCase() : "",
  );
}
