import type { NamedTable } from "./named-table.js";
import { isNode, itemsOf, nodesOf, type SyntaxNode, textOf } from "./syntax-node.js";

/** An entry of a `WITH` clause. */
export type WithEntry = SyntaxNode;

/** A table, subquery or function in FROM. */
export interface TableReference {
  readonly node: SyntaxNode;
  /** The name that qualifies its columns, in lower case. */
  readonly alias: string;
  /** The table of a connector; `undefined` for anything else. */
  readonly table: NamedTable | undefined;
}

/** Joins whose rows are those of the left side, or pairs of rows of both sides that meet the condition. */
const droppingSides: Readonly<Record<string, readonly ("left" | "right")[] | undefined>> = {
  INNER: ["left", "right"],
  "": ["left", "right"],
  LEFT: ["right"],
  RIGHT: ["left"],
  SEMI: ["left", "right"],
  ANTI: ["right"],
};
/** Sides whose every output row is a row of the side, unchanged and never extended with nulls. */
const preservedSides: Readonly<Record<string, readonly ("left" | "right")[] | undefined>> = {
  INNER: ["left", "right"],
  "": ["left", "right"],
  LEFT: ["left"],
  RIGHT: ["right"],
  SEMI: ["left"],
  ANTI: ["left"],
};
const plainJoins: ReadonlySet<string> = new Set(["REGULAR", "CROSS", "NATURAL", ""]);

/**
 * Returns the references of a FROM clause.
 *
 * @param from - The clause, or one side of a join in it
 * @param withEntries - Entries of the `WITH` clauses that it can name
 * @returns Every table, subquery and function that is not inside another one
 */
export function referencesOf(from: unknown, withEntries: readonly WithEntry[]): readonly TableReference[] {
  if (!isNode(from) || from["type"] === "EMPTY") return [];
  if (from["type"] === "JOIN")
    return [...referencesOf(from["left"], withEntries), ...referencesOf(from["right"], withEntries)];
  const schema = textOf(from["schema_name"]);
  const name = textOf(from["table_name"]);
  const isTable =
    from["type"] === "BASE_TABLE" && (schema !== "" || findWithEntry(name, withEntries) === undefined);
  return [
    {
      node: from,
      alias: (textOf(from["alias"]) || name).toLowerCase(),
      table: isTable ? { schema, name } : undefined,
    },
  ];
}

/** Finds an entry of a `WITH` clause. Entries of the innermost clause are last. */
function findWithEntry(name: string, withEntries: readonly WithEntry[]): WithEntry | undefined {
  return withEntries.findLast((entry) => textOf(entry["key"]).toLowerCase() === name.toLowerCase());
}

/**
 * Returns the plain joins of a FROM clause.
 *
 * @param from - The clause
 * @returns The joins whose condition is a condition on pairs of rows
 */
export function joinsOf(from: unknown): readonly SyntaxNode[] {
  if (!isNode(from) || from["type"] !== "JOIN") return [];
  const own = plainJoins.has(textOf(from["ref_type"])) ? [from] : [];
  return [...own, ...joinsOf(from["left"]), ...joinsOf(from["right"])];
}

/**
 * Returns the sides of a join whose rows do not matter unless they meet its condition.
 *
 * @param join - The join
 * @returns Each such side
 */
export function droppingSidesOf(join: SyntaxNode): readonly unknown[] {
  return (droppingSides[textOf(join["join_type"])] ?? []).map((side) => join[side]);
}

/**
 * Reports whether WHERE may be applied to the rows of a part of FROM before they are joined.
 *
 * @param from - The clause
 * @param part - A node in it
 * @returns Whether no join on the way to the part extends its rows with nulls
 */
export function isPreserved(from: unknown, part: SyntaxNode): boolean {
  if (from === part) return true;
  if (!isNode(from) || from["type"] !== "JOIN" || !plainJoins.has(textOf(from["ref_type"]))) return false;
  const sides = preservedSides[textOf(from["join_type"])] ?? [];
  return sides.some((side) => isPreserved(from[side], part));
}

/**
 * Reports whether the rows of a table take part in plain joins only. Other joins pair rows by their position or with the
 * nearest row, so each row of the table matters.
 *
 * @param from - The clause
 * @param part - A node in it
 * @returns Whether every join on the way to the table is plain
 */
export function isInPlainJoins(from: unknown, part: SyntaxNode): boolean {
  if (from === part) return true;
  if (!isNode(from) || from["type"] !== "JOIN" || !plainJoins.has(textOf(from["ref_type"]))) return false;
  return [from["left"], from["right"]].some((side) => isInPlainJoins(side, part));
}

/**
 * Finds what a table is joined with.
 *
 * @param from - The clause
 * @param target - The table
 * @param others - Other references of the clause
 * @returns The side of a join that contains all others, when the target is on the opposite side
 */
export function oppositeSide(
  from: unknown,
  target: SyntaxNode,
  others: readonly SyntaxNode[],
): SyntaxNode | undefined {
  if (!isNode(from) || from["type"] !== "JOIN") return undefined;
  const [left, right] = [from["left"], from["right"]];
  for (const [own, opposite] of [
    [left, right],
    [right, left],
  ]) {
    if (!contains(own, target)) continue;
    const areOpposite = isNode(opposite) && others.every((other) => contains(opposite, other));
    return areOpposite ? opposite : oppositeSide(own, target, others);
  }
  return undefined;
}

function contains(from: unknown, part: SyntaxNode): boolean {
  if (from === part) return true;
  return (
    isNode(from) && from["type"] === "JOIN" && [from["left"], from["right"]].some((s) => contains(s, part))
  );
}

/**
 * Returns the parts of a condition that all must be true.
 *
 * @param condition - The condition; `null` for none
 * @returns Its parts
 */
export function conjunctsOf(condition: unknown): readonly SyntaxNode[] {
  if (!isNode(condition)) return [];
  return condition["type"] === "CONJUNCTION_AND"
    ? itemsOf(condition["children"]).flatMap(conjunctsOf)
    : [condition];
}

/**
 * Finds what some parts of a statement read.
 *
 * @param parts - Nodes of the statement
 * @param withEntries - Entries of the `WITH` clauses that they can name
 * @returns The tables of connectors, and the entries that are needed, in their order
 */
export function readsOf(
  parts: readonly SyntaxNode[],
  withEntries: readonly WithEntry[],
): { readonly tables: readonly NamedTable[]; readonly withEntries: readonly WithEntry[] } {
  const tables: NamedTable[] = [];
  const needed = new Set<WithEntry>();
  const left = [...parts];
  for (let part = left.pop(); part !== undefined; part = left.pop())
    for (const node of nodesOf(part)) {
      if (node["type"] !== "BASE_TABLE") continue;
      const table = { schema: textOf(node["schema_name"]), name: textOf(node["table_name"]) };
      const entry = table.schema === "" ? findWithEntry(table.name, withEntries) : undefined;
      if (entry === undefined) tables.push(table);
      else if (!needed.has(entry)) {
        needed.add(entry);
        left.push(entry);
      }
    }
  return { tables, withEntries: withEntries.filter((entry) => needed.has(entry)) };
}
