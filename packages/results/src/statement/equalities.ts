import { isNode, itemsOf, type SyntaxNode, textOf } from "./syntax-node.js";

/** A column, and the expressions one of which it equals. */
export interface ColumnEquality {
  readonly column: SyntaxNode;
  readonly expressions: readonly SyntaxNode[];
}

/**
 * Returns the equalities that a condition consists of.
 *
 * @param conjunct - A condition that is not a conjunction
 * @returns The equality, in both directions where both sides are columns; `IN` with a subquery has the condition itself
 *   as its expression. `OR` is an equality when all of its sides compare the same column
 */
export function equalitiesIn(conjunct: SyntaxNode): readonly ColumnEquality[] {
  if (conjunct["type"] === "CONJUNCTION_OR")
    return alternatives(itemsOf(conjunct["children"]).filter(isNode).map(equalitiesIn));
  if (conjunct["type"] === "COMPARE_EQUAL") return equal(conjunct["left"], conjunct["right"]);
  if (conjunct["type"] === "COMPARE_IN") {
    const [column, ...expressions] = itemsOf(conjunct["children"]).filter(isNode);
    return column !== undefined && isColumn(column) ? [{ column, expressions }] : [];
  }
  const isIn = conjunct["subquery_type"] === "ANY" && conjunct["comparison_type"] === "COMPARE_EQUAL";
  const { child } = conjunct;
  return isIn && isColumn(child) ? [{ column: child, expressions: [conjunct] }] : [];
}

function equal(left: unknown, right: unknown): readonly ColumnEquality[] {
  if (!isNode(left) || !isNode(right)) return [];
  return [
    ...(isColumn(left) ? [{ column: left, expressions: [right] }] : []),
    ...(isColumn(right) ? [{ column: right, expressions: [left] }] : []),
  ];
}

/** Returns the columns that every side of an OR compares: `a = 1 OR a IN (2, 3)` is `a IN (1, 2, 3)`. */
function alternatives([
  first = [],
  ...others
]: readonly (readonly ColumnEquality[])[]): readonly ColumnEquality[] {
  return first.flatMap(({ column, expressions }) => {
    const name = partsOf(column).join(".");
    const further = others.map((side) => side.find((other) => partsOf(other.column).join(".") === name));
    const all = [...expressions, ...further.flatMap((other) => other?.expressions ?? [])];
    const isSubquery = all.some(({ class: kind }) => kind === "SUBQUERY");
    return further.includes(undefined) || isSubquery ? [] : [{ column, expressions: all }];
  });
}

function isColumn(node: unknown): node is SyntaxNode {
  return isNode(node) && node["class"] === "COLUMN_REF";
}

/**
 * Returns the parts of the name of a column.
 *
 * @param column - The column
 * @returns The names of its schema and table, when they are written, and its own, in lower case
 */
export function partsOf(column: SyntaxNode): readonly string[] {
  return itemsOf(column["column_names"]).map((part) => textOf(part).toLowerCase());
}
