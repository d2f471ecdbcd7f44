import { isNode, itemsOf, nodesOf, type SyntaxNode, textOf } from "./syntax-node.js";

const computing: ReadonlySet<string> = new Set(["FUNCTION", "WINDOW", "SUBQUERY"]);

/**
 * Determines the maximum number of rows that a statement reads from its only table. It is known only when LIMIT alone
 * determines which rows are in the result, without a condition, order, group, aggregate, join or sample.
 *
 * @param tree - Syntax tree of a statement
 * @returns The number of leading rows that are sufficient; `undefined` when the statement may need all
 */
export function findLimit(tree: unknown): number | undefined {
  const [statement] = itemsOf(isNode(tree) ? tree["statements"] : undefined);
  const select = isNode(statement) ? statement["node"] : undefined;
  if (!isNode(select) || select["type"] !== "SELECT_NODE" || !isPlain(select)) return undefined;
  const modifiers = itemsOf(select["modifiers"]);
  const [modifier] = modifiers;
  if (modifiers.length !== 1 || !isNode(modifier) || modifier["type"] !== "LIMIT_MODIFIER") return undefined;
  const limit = countOf(modifier["limit"]);
  const offset = isNode(modifier["offset"]) ? countOf(modifier["offset"]) : 0;
  return limit === undefined || offset === undefined ? undefined : limit + offset;
}

function isPlain(select: SyntaxNode): boolean {
  const from = select["from_table"];
  const clauses = ["where_clause", "having", "qualify", "sample"];
  const withClauses = isNode(select["cte_map"]) ? itemsOf(select["cte_map"]["map"]) : [];
  return (
    isNode(from) &&
    from["type"] === "BASE_TABLE" &&
    !isNode(from["sample"]) &&
    clauses.every((clause) => !isNode(select[clause])) &&
    withClauses.length === 0 &&
    itemsOf(select["group_expressions"]).length === 0 &&
    itemsOf(select["group_sets"]).length === 0 &&
    textOf(select["aggregate_handling"]) === "STANDARD_HANDLING" &&
    // Any function may be an aggregate.
    ![...nodesOf(select["select_list"])].some((node) => computing.has(textOf(node["class"])))
  );
}

function countOf(node: unknown): number | undefined {
  if (!isNode(node) || node["type"] !== "VALUE_CONSTANT" || !isNode(node["value"])) return undefined;
  const { value } = node["value"];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
