import { partsOf } from "./equalities.js";
import { isNode, itemsOf, nodesOf, type SyntaxNode, textOf } from "./syntax-node.js";

/** Functions and operators whose result is the same for equal numbers of any exact type. */
const exactFunctions: ReadonlySet<string> = new Set([
  "+",
  "-",
  "*",
  "/",
  "abs",
  "sign",
  "round",
  "floor",
  "ceil",
  "ceiling",
  "sum",
  "min",
  "max",
  "avg",
  "mean",
  "count",
  "count_star",
  "first",
  "last",
  "any_value",
  "arg_min",
  "arg_max",
  "min_by",
  "max_by",
  "stddev",
  "stddev_pop",
  "stddev_samp",
  "variance",
  "var_pop",
  "var_samp",
  "row_number",
  "rank",
  "dense_rank",
  "ntile",
  "lag",
  "lead",
  "first_value",
  "last_value",
  "nth_value",
]);
const numericType = /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|DECIMAL|DOUBLE|FLOAT)$/;
/** Parts of a statement whose columns get a common type. */
const combining: ReadonlySet<string> = new Set(["SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "PIVOT"]);

/**
 * Reports whether the result of a statement may depend on how many digits the type of a number has: its text, or its
 * comparison with a text.
 *
 * @param tree - Syntax tree of the statement
 * @param safeNames - Names of columns that are not numbers, in lower case
 * @returns `false` only when equal numbers of any exact type have the same result
 */
export function dependsOnDigits(tree: unknown, safeNames: ReadonlySet<string>): boolean {
  const nodes = [...nodesOf(tree)];
  const renamed = new Set(nodes.flatMap(namesGivenBy));
  const safe = new Set([...safeNames].filter((name) => !renamed.has(name)));
  return nodes.some((node) => showsDigits(node, safe));
}

/** Returns the names that a node gives to expressions. */
function namesGivenBy(node: SyntaxNode): readonly string[] {
  const alias = textOf(node["alias"]).toLowerCase();
  const isSame = node["class"] === "COLUMN_REF" && partsOf(node).at(-1) === alias;
  const isExpression = textOf(node["class"]) !== "" && alias !== "" && !isSame;
  const columns = [...itemsOf(node["column_name_alias"]), ...itemsOf(node["aliases"])];
  return [...(isExpression ? [alias] : []), ...columns.map((name) => textOf(name).toLowerCase())];
}

function showsDigits(node: SyntaxNode, safe: ReadonlySet<string>): boolean {
  const kind = textOf(node["class"]);
  const type = textOf(node["type"]);
  if (combining.has(type)) return true;
  if (kind === "FUNCTION" || kind === "WINDOW")
    return !exactFunctions.has(textOf(node["function_name"]).toLowerCase()) && mayBeNumber(node, safe);
  if (type === "OPERATOR_CAST") {
    const target = isNode(node["cast_type"]) ? textOf(node["cast_type"]["id"]) : "";
    return !numericType.test(target) && mayBeNumber(node["child"], safe);
  }
  if (itemsOf(node["using_columns"]).some((name) => !safe.has(textOf(name).toLowerCase()))) return true;
  if (node["ref_type"] === "NATURAL") return true;
  return mixesKinds(operandsOf(node), safe);
}

/** Returns the expressions that a node converts to a common type. */
function operandsOf(node: SyntaxNode): readonly unknown[] {
  const type = textOf(node["type"]);
  if (node["class"] === "COMPARISON") return [node["left"], node["right"]];
  if (node["class"] === "BETWEEN") return [node["input"], node["lower"], node["upper"]];
  if (node["class"] === "CASE") {
    const checks = itemsOf(node["case_checks"]).map((check) =>
      isNode(check) ? check["then_expr"] : undefined,
    );
    return [...checks, node["else_expr"]];
  }
  if (node["class"] === "SUBQUERY" && isNode(node["child"])) return [node["child"], node["subquery"]];
  return /^(?:COMPARE_(?:NOT_)?IN|OPERATOR_COALESCE|ARRAY_CONSTRUCTOR)$/.test(type)
    ? itemsOf(node["children"])
    : [];
}

function mixesKinds(operands: readonly unknown[], safe: ReadonlySet<string>): boolean {
  const others = operands.filter((operand) => !isConstantNumber(operand));
  const numbers = others.filter((operand) => mayBeNumber(operand, safe));
  return numbers.length > 0 && numbers.length < others.length;
}

function isConstantNumber(node: unknown): boolean {
  if (!isNode(node)) return true;
  if (node["type"] === "VALUE_CONSTANT" && isNode(node["value"])) {
    const { type, is_null: isNull } = node["value"];
    return isNull === true || (isNode(type) && numericType.test(textOf(type["id"])));
  }
  const isOperator =
    node["class"] === "FUNCTION" && ["+", "-", "*", "/"].includes(textOf(node["function_name"]));
  return isOperator && itemsOf(node["children"]).every(isConstantNumber);
}

/** Returns whether the value of an expression may be, or contain, a number of a column. */
function mayBeNumber(expression: unknown, safe: ReadonlySet<string>): boolean {
  return [...nodesOf(expression)].some((node) => {
    if (node["class"] === "STAR" || node["class"] === "POSITIONAL_REFERENCE") return true;
    return node["class"] === "COLUMN_REF" && !safe.has(partsOf(node).at(-1) ?? "");
  });
}
