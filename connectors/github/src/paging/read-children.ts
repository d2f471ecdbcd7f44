/** Calls for children that are under way at the same time. */
const maxCalls = 5;

/** A parent with a page of its children. */
export interface ChildrenOf<Parent, Child> {
  readonly parent: Parent;
  readonly children: readonly Child[];
}

/**
 * Reads the children of every parent, a few parents at the same time and in the order of the parents. The calls count for
 * the limit of requests like all others.
 *
 * @param parents - Batches of parents
 * @param read - Reads the children of one
 * @returns Each parent with its children; those without any are left out
 */
export async function* readChildren<Parent, Child>(
  parents: AsyncIterable<readonly Parent[]>,
  read: (parent: Parent) => AsyncIterable<readonly Child[]>,
): AsyncGenerator<ChildrenOf<Parent, Child>> {
  for await (const batch of parents) {
    for (let start = 0; start < batch.length; start += maxCalls) {
      const found = await Promise.all(
        batch
          .slice(start, start + maxCalls)
          .map(async (parent) => ({ parent, children: await all(read(parent)) })),
      );
      yield* found.filter(({ children }) => children.length > 0);
    }
  }
}

async function all<Item>(batches: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}
