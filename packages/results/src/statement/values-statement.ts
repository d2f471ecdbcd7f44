import type { ExactValue } from "@wellhead/client";
import { isNode, itemsOf, type SyntaxNode } from "./syntax-node.js";

/** Values of expressions. */
export interface ComputedValues {
  /** The engine's name of the type of each expression. */
  readonly types: readonly string[];
  /** The combinations of values that occur. */
  readonly values: readonly (readonly ExactValue[])[];
}

/** Expressions of a statement, and the part of it that they are computed from. */
export interface ValuesSource {
  readonly expressions: readonly SyntaxNode[];
  /** A part of FROM; `undefined` for constants. */
  readonly from: SyntaxNode | undefined;
  /** Conditions on its rows. */
  readonly conditions: readonly SyntaxNode[];
  /** Entries of `WITH` clauses that are needed. */
  readonly withEntries: readonly SyntaxNode[];
}

/** The statement whose syntax tree {@link valuesTree} fills. */
export const valuesTemplate = "SELECT DISTINCT 1";

/**
 * Returns the syntax tree of a statement that computes the distinct values of expressions.
 *
 * @param template - Syntax tree of {@link valuesTemplate}
 * @param source - The expressions
 * @returns A tree that the engine can turn into SQL
 */
export function valuesTree(template: unknown, source: ValuesSource): unknown {
  const { expressions, from, conditions, withEntries } = source;
  const [statement] = itemsOf(isNode(template) ? template["statements"] : undefined);
  const select = isNode(statement) ? statement["node"] : undefined;
  if (!isNode(statement) || !isNode(select)) throw new TypeError("expected the tree of one SELECT");
  const [condition = null] = conditions;
  const where =
    conditions.length < 2
      ? condition
      : { class: "CONJUNCTION", type: "CONJUNCTION_AND", alias: "", query_location: 0, children: conditions };
  const node = {
    ...select,
    select_list: expressions.map((expression, index) => ({ ...expression, alias: `value ${index}` })),
    cte_map: { map: withEntries },
    where_clause: where,
    ...(from !== undefined && { from_table: from }),
  };
  return { error: false, statements: [{ ...statement, node }] };
}
