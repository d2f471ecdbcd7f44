import { partsOf } from "./equalities.js";
import { isNode, itemsOf, nodesOf, type SyntaxNode, textOf } from "./syntax-node.js";

/** Functions that return another value on each call. */
const volatile: ReadonlySet<string> = new Set([
  "random",
  "uuid",
  "gen_random_uuid",
  "uuidv4",
  "uuidv7",
  "nextval",
]);

/**
 * Returns the SELECT of a subquery.
 *
 * @param subquery - The subquery
 * @returns Its node; `undefined` for a set operation
 */
export function selectIn(subquery: unknown): SyntaxNode | undefined {
  const select = isNode(subquery) ? subquery["node"] : undefined;
  return isNode(select) && select["type"] === "SELECT_NODE" ? select : undefined;
}

/**
 * Reports whether a SELECT has no row unless a row meets its WHERE. An aggregate always has one.
 *
 * @param select - The SELECT
 * @returns Whether it neither groups nor calls a function that may aggregate
 */
export function hasRowPerRow(select: SyntaxNode): boolean {
  const isGrouped = itemsOf(select["group_expressions"]).length + itemsOf(select["group_sets"]).length > 0;
  return !isGrouped && ![...nodesOf(select["select_list"])].some(({ class: kind }) => kind === "FUNCTION");
}

/**
 * Reports whether a part of a statement depends on a random sample.
 *
 * @param part - The part
 * @returns Whether it contains a sample
 */
export function hasSample(part: SyntaxNode): boolean {
  return [...nodesOf(part)].some(({ sample }) => isNode(sample));
}

/**
 * Reports whether a part of a statement has another value on each evaluation.
 *
 * @param part - The part
 * @returns Whether it calls such a function
 */
export function isVolatile(part: SyntaxNode): boolean {
  return [...nodesOf(part)].some(({ function_name: name }) => volatile.has(textOf(name).toLowerCase()));
}

/**
 * Reports whether parts of a statement refer to a table that they do not contain.
 *
 * @param parts - The parts
 * @param aliases - Names of the tables around them, in lower case
 * @returns Whether a column is qualified with the name of such a table
 */
export function isCorrelated(parts: readonly SyntaxNode[], aliases: readonly string[]): boolean {
  const nodes = parts.flatMap((part) => [...nodesOf(part)]);
  const own = nodes.flatMap(({ alias, table_name: name }) => [alias, name]);
  const inner = new Set(own.map((name) => textOf(name).toLowerCase()));
  const outer = new Set(aliases.filter((alias) => !inner.has(alias)));
  return nodes.some((node) => {
    const [first = "", ...others] = node["class"] === "COLUMN_REF" ? partsOf(node) : [];
    return others.length > 0 && outer.has(first);
  });
}
