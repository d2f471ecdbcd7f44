/** Maximum number of concurrent calls for children. */
const maxCalls = 5;

/** A parent with a page of its children. */
export interface ChildrenOf<Parent, Child> {
  readonly parent: Parent;
  readonly children: readonly Child[];
}

/**
 * Reads the children of every parent, for a few parents at the same time, in the order of the parents. The calls count
 * towards the rate limit like all others.
 *
 * @param parents - Batches of parents
 * @param read - Reads the children of a parent
 * @returns Each parent with its children; parents without children are skipped
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
