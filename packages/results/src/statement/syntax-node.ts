/** A node of the engine's syntax tree. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/**
 * Reports whether a value is a node.
 *
 * @param value - Part of a syntax tree
 * @returns Whether it is an object
 */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a member that is text.
 *
 * @param value - Part of a syntax tree
 * @returns The text; empty when the member is anything else
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Returns the items of a member that is a list.
 *
 * @param value - Part of a syntax tree
 * @returns The items; none when the member is anything else
 */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reports whether a table in FROM renames its columns by their position, as in `t AS x(a, b)`.
 *
 * @param table - The table
 * @returns Whether it does
 */
export function renamesColumns(table: SyntaxNode): boolean {
  return itemsOf(table["column_name_alias"]).length > 0;
}

/**
 * Returns every node of a tree. It uses a list instead of recursion, because the tree may be deeper than the stack.
 *
 * @param tree - The tree
 * @returns Its nodes
 */
export function* nodesOf(tree: unknown): Generator<SyntaxNode> {
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const node = left.pop();
    if (Array.isArray(node)) for (const item of itemsOf(node)) left.push(item);
    else if (isNode(node)) {
      yield node;
      left.push(...Object.values(node));
    }
  }
}
