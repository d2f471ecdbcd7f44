import { ColumnResolver, type KnownColumns, type Level } from "./column-resolver.js";
import { type ColumnEquality, equalitiesIn, partsOf } from "./equalities.js";
import {
  conjunctsOf,
  droppingSidesOf,
  isInPlainJoins,
  isPreserved,
  joinsOf,
  oppositeSide,
  readsOf,
  referencesOf,
  type TableReference,
  type WithEntry,
} from "./from-clause.js";
import type { NamedTable } from "./named-table.js";
import { hasRowPerRow, hasSample, isCorrelated, isVolatile, selectIn } from "./node-facts.js";
import { isNode, itemsOf, nodesOf, renamesColumns, type SyntaxNode, textOf } from "./syntax-node.js";

/**
 * The values that a column must have for a row to affect the result, and the part of the statement that computes them.
 */
export interface ColumnValues {
  /** Name of the column, in lower case. */
  readonly column: string;
  /** The expressions that the column is compared with. A list has more than one. */
  readonly expressions: readonly SyntaxNode[];
  /** The part of FROM that the expressions are computed from; `undefined` for constants. */
  readonly from: SyntaxNode | undefined;
  /** Conditions on the rows of `from`. */
  readonly conditions: readonly SyntaxNode[];
  /** Entries of `WITH` clauses that are needed. */
  readonly withEntries: readonly WithEntry[];
  /** Tables of connectors that are read. */
  readonly tables: readonly NamedTable[];
}

/** One use of a table in a statement. */
export interface TableUse {
  readonly table: NamedTable;
  /** The values of its columns, the most restrictive first. */
  readonly values: readonly ColumnValues[];
}

/**
 * Finds the values that the columns of each table must have for its rows to affect the result. They are derived from
 * equalities in WHERE and in the conditions of joins: a row of a table that is joined by `c.account_id = a.id` affects
 * the result only when its `account_id` is one of the values of `a.id`. An outer join preserves the rows of one side,
 * so nothing can be derived for that side.
 *
 * @param tree - Syntax tree of the statement
 * @param columns - Finds the columns of a table, for names that are not qualified
 * @returns Every use of a table
 */
export function findJoins(tree: unknown, columns: KnownColumns): readonly TableUse[] {
  const uses: TableUse[] = [];
  const seen = new Set<SyntaxNode>();
  const known = new Set<SyntaxNode>();
  const left: { node: unknown; levels: readonly Level[]; withEntries: readonly WithEntry[] }[] = [
    { node: tree, levels: [], withEntries: [] },
  ];
  // Uses a list instead of recursion, because the tree may be deeper than the stack.
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const { node } = part;
    if (Array.isArray(node)) left.push(...itemsOf(node).map((item) => ({ ...part, node: item })));
    if (!isNode(node)) continue;
    if (node["type"] === "BASE_TABLE") seen.add(node);
    const withMap = isNode(node["cte_map"]) ? itemsOf(node["cte_map"]["map"]).filter(isNode) : [];
    const withEntries = [...part.withEntries, ...withMap];
    let { levels } = part;
    if (node["type"] === "SELECT_NODE") {
      const references = referencesOf(node["from_table"], withEntries);
      levels = [{ select: node, references, withEntries }, ...levels];
      for (const reference of references) known.add(reference.node);
      uses.push(...usesOf(levels, columns));
    }
    left.push(...Object.values(node).map((member) => ({ node: member, levels, withEntries })));
  }
  const others = [...seen].filter((node) => !known.has(node));
  return [
    ...uses,
    ...others.map((node) => ({
      table: { schema: textOf(node["schema_name"]), name: textOf(node["table_name"]) },
      values: [],
    })),
  ];
}

function usesOf(levels: readonly Level[], columns: KnownColumns): readonly TableUse[] {
  const [level] = levels;
  if (level === undefined) return [];
  const finder = new ValuesFinder(level, levels, columns);
  return level.references.flatMap((reference) =>
    reference.table === undefined ? [] : [{ table: reference.table, values: finder.valuesOf(reference) }],
  );
}

/** An equality in WHERE or in the condition of a join. */
interface Equality extends ColumnEquality {
  /** Tables whose rows affect the result only when the equality is true. */
  readonly targets: readonly TableReference[];
  /** Conditions that are true whenever the equality is true. */
  readonly conditions: readonly SyntaxNode[];
}

class ValuesFinder {
  readonly #level: Level;
  readonly #levels: readonly Level[];
  readonly #columns: KnownColumns;
  readonly #resolver: ColumnResolver;
  readonly #equalities: readonly Equality[];

  constructor(level: Level, levels: readonly Level[], columns: KnownColumns) {
    this.#level = level;
    this.#levels = levels;
    this.#columns = columns;
    this.#resolver = new ColumnResolver(levels, columns);
    this.#equalities = isNode(level.select["sample"]) ? [] : this.#findEqualities();
  }

  valuesOf(target: TableReference): readonly ColumnValues[] {
    if (hasSample(target.node) || renamesColumns(target.node)) return [];
    if (!isInPlainJoins(this.#level.select["from_table"], target.node)) return [];
    const own = this.#equalities
      .filter(({ targets, column }) => targets.includes(target) && this.#resolver.resolve(column) === target)
      .flatMap((equality) => this.#valuesFrom(target, equality));
    const all = [...own, ...this.#valuesFromExists(target)];
    // Constants need the fewest requests.
    return [...all.filter(({ from }) => from === undefined), ...all.filter(({ from }) => from !== undefined)];
  }

  #findEqualities(): readonly Equality[] {
    const { select, references, withEntries } = this.#level;
    const where = conjunctsOf(select["where_clause"]).flatMap((conjunct) =>
      equalitiesIn(conjunct).map((equality) => ({ ...equality, targets: references, conditions: [] })),
    );
    const inJoins = joinsOf(select["from_table"]).flatMap((join) => {
      const sides = droppingSidesOf(join).flatMap((side) => referencesOf(side, withEntries));
      // The nodes are those of the level, so the references of the level can be found by node.
      const targets = references.filter(({ node }) => sides.some((side) => side.node === node));
      const conditions = conjunctsOf(join["condition"]);
      return [...conditions.flatMap(equalitiesIn), ...this.#sharedColumns(join)].map((equality) => ({
        ...equality,
        targets,
        conditions,
      }));
    });
    return [...where, ...inJoins];
  }

  /** Returns the equalities of `USING (…)` and of a natural join. */
  #sharedColumns(join: SyntaxNode): readonly ColumnEquality[] {
    const { withEntries } = this.#level;
    const isNatural = join["ref_type"] === "NATURAL";
    const pairs = [
      [join["left"], join["right"]],
      [join["right"], join["left"]],
    ].flatMap(([own, other]) =>
      referencesOf(own, withEntries).flatMap((target) =>
        referencesOf(other, withEntries)
          // The shared column of an outer join is that of the side whose rows the join preserves.
          .filter(({ node }) => isPreserved(other, node))
          .map((source) => ({ target, source })),
      ),
    );
    return pairs.flatMap(({ target, source }) => {
      const [ours, theirs] = [this.#resolver.columnsOf(target), this.#resolver.columnsOf(source)];
      const names = isNatural
        ? [...(ours ?? [])].filter((name) => theirs?.has(name))
        : itemsOf(join["using_columns"]).map((name) => textOf(name).toLowerCase());
      return names
        .filter((name) => ours?.has(name) !== false && theirs?.has(name) !== false)
        .map((name) => ({ column: columnNode(target, name), expressions: [columnNode(source, name)] }));
    });
  }

  /**
   * Returns the values that can be derived from `EXISTS (…)` in WHERE, whose subquery compares the target with its own
   * tables.
   */
  #valuesFromExists(target: TableReference): readonly ColumnValues[] {
    return conjunctsOf(this.#level.select["where_clause"]).flatMap((conjunct) => {
      const inner = conjunct["subquery_type"] === "EXISTS" ? selectIn(conjunct["subquery"]) : undefined;
      if (inner === undefined || !hasRowPerRow(inner)) return [];
      const map = isNode(inner["cte_map"]) ? itemsOf(inner["cte_map"]["map"]).filter(isNode) : [];
      const withEntries = [...this.#level.withEntries, ...map];
      const level = {
        select: inner,
        references: referencesOf(inner["from_table"], withEntries),
        withEntries,
      };
      return new ValuesFinder(level, [level, ...this.#levels], this.#columns).valuesOfOuter(target);
    });
  }

  /** Returns the values of a table of an outer SELECT that WHERE of this SELECT compares with its own tables. */
  valuesOfOuter(target: TableReference): readonly ColumnValues[] {
    return this.#equalities
      .filter(
        ({ conditions, column }) => conditions.length === 0 && this.#resolver.resolve(column) === target,
      )
      .flatMap((equality) => this.#valuesFrom(target, equality));
  }

  #valuesFrom(
    target: TableReference,
    { column, expressions, conditions }: Equality,
  ): readonly ColumnValues[] {
    const name = nameIn(column, target);
    const [subquery] = expressions;
    if (subquery !== undefined && subquery["class"] === "SUBQUERY")
      return this.#values(name, {
        expressions: [{ ...column, column_names: ["wellhead values", "value"] }],
        from: subqueryNode(subquery),
        conditions: [],
      });
    const found = expressions.flatMap((expression) => this.#resolver.referencesIn(expression));
    const references = found.filter((reference) => reference !== undefined);
    if (references.length < found.length || references.includes(target)) return [];
    if (references.length === 0) return this.#values(name, { expressions, from: undefined, conditions: [] });
    return this.#sourcesOf(target, references).flatMap(({ level, node }) =>
      this.#values(name, {
        expressions,
        from: node,
        conditions: this.#conditionsOn(node, level, conditions),
      }),
    );
  }

  /**
   * Returns the tables from which the values can be computed: all that the table is joined with, or only the compared
   * table.
   */
  #sourcesOf(
    target: TableReference,
    references: readonly TableReference[],
  ): readonly { readonly level: Level; readonly node: SyntaxNode }[] {
    const [first] = references;
    const level = this.#levels.find((candidate) =>
      references.every((one) => candidate.references.includes(one)),
    );
    if (level === undefined || first === undefined) return [];
    const opposite =
      level === this.#level
        ? oppositeSide(
            level.select["from_table"],
            target.node,
            references.map(({ node }) => node),
          )
        : undefined;
    const alone = references.every((reference) => reference === first) ? first.node : undefined;
    return [opposite, alone]
      .filter((node, index, nodes) => node !== undefined && nodes.indexOf(node) === index)
      .flatMap((node) => (node === undefined ? [] : [{ level, node }]));
  }

  #conditionsOn(node: SyntaxNode, level: Level, conditions: readonly SyntaxNode[]): readonly SyntaxNode[] {
    const own = new Set(referencesOf(node, level.withEntries).map((reference) => reference.node));
    const { select } = level;
    const resolver = new ColumnResolver(this.#levels.slice(this.#levels.indexOf(level)), this.#columns);
    const where = isPreserved(select["from_table"], node) ? conjunctsOf(select["where_clause"]) : [];
    return [...where, ...(level === this.#level ? conditions : [])].filter((condition) => {
      if ([...nodesOf(condition)].some(({ class: kind }) => kind === "SUBQUERY")) return false;
      const references = resolver.referencesIn(condition);
      return references.length > 0 && references.every((one) => one !== undefined && own.has(one.node));
    });
  }

  #values(
    column: string,
    { expressions, from, conditions }: Pick<ColumnValues, "expressions" | "from" | "conditions">,
  ): readonly ColumnValues[] {
    const parts = [...expressions, ...(from === undefined ? [] : [from]), ...conditions];
    const { withEntries, tables } = readsOf(parts, this.#level.withEntries);
    const all = [...parts, ...withEntries];
    const aliases = this.#levels.flatMap(({ references }) => references.map(({ alias }) => alias));
    if (isCorrelated(all, aliases) || all.some((part) => hasSample(part) || isVolatile(part))) return [];
    return [{ column, expressions, from, conditions, withEntries, tables }];
  }
}

/** Returns the name of a column without the names of its table and schema. */
function nameIn(column: SyntaxNode, { alias }: TableReference): string {
  const parts = partsOf(column);
  return parts.length === 1 ? (parts[0] ?? "") : (parts[parts.indexOf(alias) + 1] ?? "");
}

function columnNode({ alias }: TableReference, name: string): SyntaxNode {
  return {
    class: "COLUMN_REF",
    type: "COLUMN_REF",
    alias: "",
    query_location: 0,
    column_names: [alias, name],
  };
}

function subqueryNode({ subquery }: SyntaxNode): SyntaxNode {
  return {
    type: "SUBQUERY",
    alias: "wellhead values",
    sample: null,
    query_location: 0,
    subquery,
    column_name_alias: ["value"],
  };
}
