import { ResultsError } from "../errors/results-error.js";
import { type Condition, findConditions } from "./find-conditions.js";
import { findLimit } from "./find-limit.js";
import type { NamedTable } from "./named-table.js";
import { isNode, itemsOf, renamesColumns, type SyntaxNode, textOf } from "./syntax-node.js";

/** What a statement reads. */
export interface StatementReads {
  /** Each table once, without the names of `WITH` clauses. */
  readonly tables: readonly NamedTable[];
  /**
   * Names in the statement that may refer to a column of any of its tables, in lower case. `undefined` means all
   * columns.
   */
  readonly columns: ReadonlySet<string> | undefined;
  /**
   * Names that the statement gives to expressions, in lower case, unless it also uses them after the name of a table.
   * Default: none.
   */
  readonly aliases?: ReadonlySet<string>;
  /** Conditions that rows must meet to affect the result. */
  readonly conditions: readonly Condition[];
  /** Maximum number of rows needed from the only table; `undefined` when it is not known. */
  readonly limit: number | undefined;
  /** Syntax tree of the statement, for joins; without one, no required filter is derived from a join. */
  readonly tree?: unknown;
}

/** Table functions that do not read any data source: they return a series of values or the parts of a value. */
const tableFunctions: ReadonlySet<string> = new Set([
  "range",
  "generate_series",
  "unnest",
  "json_each",
  "json_tree",
]);

/**
 * Determines what a statement reads from its syntax tree.
 *
 * @param tree - The tree
 * @param action - Start of error messages, such as `Could not run the query`
 * @returns Tables, columns, conditions and limit
 * @throws ResultsError `statement` when it reads anything other than tables
 */
export function readStatement(tree: unknown, action: string): StatementReads {
  const read = new StatementReader(action).read(tree);
  return { ...read, conditions: findConditions(tree), limit: findLimit(tree), tree };
}

/** Walks the tree of a statement with a list instead of recursion, because the tree may be deeper than the stack. */
class StatementReader {
  readonly #action: string;
  readonly #tables = new Map<string, NamedTable>();
  readonly #aliases = new Set<string>();
  readonly #columns = new Set<string>();
  /** Unqualified names. Such a name may also be the alias of a table, and then means its whole row. */
  readonly #single = new Set<string>();
  readonly #qualified: (readonly string[])[] = [];
  /** Names of expressions. */
  readonly #named = new Set<string>();
  /** Names of subqueries and functions in FROM, and of entries of WITH clauses. */
  readonly #derived = new Set<string>();
  /** What selects from `VALUES`, such as the star that the engine adds. */
  readonly #ofValues = new Set<unknown>();
  #readsAll = false;

  constructor(action: string) {
    this.#action = action;
  }

  read(tree: unknown): Pick<StatementReads, "tables" | "columns" | "aliases"> {
    const left: { readonly node: unknown; readonly scope: ReadonlySet<string> }[] = [
      { node: tree, scope: new Set() },
    ];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const { node, scope } = part;
      if (Array.isArray(node)) left.push(...node.map((item: unknown) => ({ node: item, scope })));
      else if (isNode(node)) {
        const withNames = namesOfWith(node["cte_map"]);
        for (const name of withNames) this.#derived.add(name);
        const inner = withNames.length === 0 ? scope : new Set([...scope, ...withNames]);
        this.#visit(node, inner);
        for (const member of Object.values(node)) left.push({ node: member, scope: inner });
      }
    }
    const readsAll = this.#readsAll || [...this.#single].some((name) => this.#aliases.has(name));
    const aliases = new Set(this.#named);
    for (const parts of this.#qualified) {
      // Such a column has the name of an expression, or is named by the subquery, too.
      if (this.#derived.has(parts[0] ?? "") && !this.#aliases.has(parts[0] ?? "")) continue;
      for (const part of this.#columnsIn(parts)) {
        this.#columns.add(part);
        aliases.delete(part);
      }
    }
    return { tables: [...this.#tables.values()], columns: readsAll ? undefined : this.#columns, aliases };
  }

  #visit(node: SyntaxNode, scope: ReadonlySet<string>): void {
    const type = textOf(node["type"]);
    const kind = textOf(node["class"]);
    this.#names(node);
    if (type === "BASE_TABLE") this.#table(node, scope);
    if (type === "BASE_TABLE" && renamesColumns(node)) this.#readsAll = true;
    if (type === "SHOW_REF") throw this.#refusal("expected one SELECT, got a description of tables");
    if (kind === "PARAMETER") throw this.#refusal("expected values, got parameters");
    if (type === "TABLE_FUNCTION") this.#tableFunction(node["function"]);
    if (kind === "COLUMN_REF") this.#column(node["column_names"]);
    if (
      type === "SELECT_NODE" &&
      isNode(node["from_table"]) &&
      node["from_table"]["type"] === "EXPRESSION_LIST"
    )
      for (const item of itemsOf(node["select_list"])) this.#ofValues.add(item);
    const isStar = kind === "STAR" && !this.#ofValues.has(node);
    if (isStar || kind === "POSITIONAL_REFERENCE" || type === "PIVOT") this.#readsAll = true;
    if (type === "JOIN" && node["ref_type"] === "NATURAL") this.#readsAll = true;
    for (const name of textsOf(node["using_columns"])) this.#columns.add(name.toLowerCase());
  }

  /** Records the names that a node gives to expressions, or to a table in FROM that is not one of a connector. */
  #names(node: SyntaxNode): void {
    const alias = textOf(node["alias"]).toLowerCase();
    const columns = [...textsOf(node["column_name_alias"]), ...textsOf(node["aliases"])];
    for (const name of columns) this.#named.add(name.toLowerCase());
    if (alias === "" || node["type"] === "BASE_TABLE") return;
    if (textOf(node["class"]) === "") this.#derived.add(alias);
    else this.#named.add(alias);
  }

  #table(node: SyntaxNode, scope: ReadonlySet<string>): void {
    const name = textOf(node["table_name"]);
    const schema = textOf(node["schema_name"]);
    if (textOf(node["catalog_name"]) !== "")
      throw this.#refusal(`there is no table "${[node["catalog_name"], schema, name].join(".")}"`);
    this.#aliases.add((textOf(node["alias"]) || name).toLowerCase());
    if (schema === "" && scope.has(name.toLowerCase())) return;
    this.#tables.set(JSON.stringify([schema, name]), { schema, name });
  }

  #column(names: unknown): void {
    const parts = textsOf(names).map((name) => name.toLowerCase());
    if (parts.length > 1) this.#qualified.push(parts);
    else {
      this.#columns.add(parts[0] ?? "");
      this.#single.add(parts[0] ?? "");
    }
  }

  /** Removes the names of tables and schemas at the start of a qualified name; the names of column members remain. */
  #columnsIn(parts: readonly string[]): readonly string[] {
    const schemas = new Set([...this.#tables.values()].map(({ schema }) => schema.toLowerCase()));
    const start = parts.findIndex((part) => !this.#aliases.has(part) && !schemas.has(part));
    return parts.slice(start === -1 ? 1 : start);
  }

  #tableFunction(call: unknown): void {
    const name = isNode(call) ? textOf(call["function_name"]) : "";
    if (!tableFunctions.has(name.toLowerCase()))
      throw this.#refusal(`the function "${name}" is not available. Read the sources of connectors only`);
  }

  #refusal(reason: string): ResultsError {
    return new ResultsError("statement", `${this.#action}: ${reason}.`);
  }
}

function namesOfWith(map: unknown): readonly string[] {
  const entries = isNode(map) ? map["map"] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.map((entry: unknown) => (isNode(entry) ? textOf(entry["key"]).toLowerCase() : ""));
}

function textsOf(value: unknown): readonly string[] {
  return itemsOf(value).map(textOf);
}
