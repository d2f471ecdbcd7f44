/** A node of the engine's syntax tree. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/**
 * Finds whether a value is a node.
 *
 * @param value - Part of a syntax tree
 * @returns Whether it is
 */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a member that is text.
 *
 * @param value - Part of a syntax tree
 * @returns The text; empty when it is anything else
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Reads a member that is a list.
 *
 * @param value - Part of a syntax tree
 * @returns Its items; none when it is anything else
 */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Finds every node of a tree; with a list, as the tree may be deeper than the stack.
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
