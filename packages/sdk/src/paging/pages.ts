/**
 * Batches of items, one per page; can be iterated once.
 *
 * @example
 * ```ts snippet=examples/sdk/rows.ts#pages
 * const pages = new Pages(readBatches())
 *   .filter((issue) => issue.isOpen)
 *   .map((issue) => ({ id: issue.id, title: issue.title.trim() }));
 * ```
 */
export class Pages<Item> implements AsyncIterable<readonly Item[]> {
  readonly #batches: AsyncIterable<readonly Item[]>;

  /**
   * Wraps an iterable of batches.
   *
   * @param batches - The batches
   */
  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.#batches = batches;
  }

  /**
   * Transforms every item.
   *
   * @param change - Transforms one item
   * @returns The transformed items, in the same batches
   */
  map<Changed>(change: (item: Item) => Changed): Pages<Changed> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.map((item) => change(item))));
  }

  /**
   * Transforms every item into any number of items.
   *
   * @param change - Returns the items that replace one item
   * @returns The items, in batches
   */
  flatMap<Changed>(change: (item: Item) => readonly Changed[]): Pages<Changed> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.flatMap((item) => change(item))));
  }

  /**
   * Removes items.
   *
   * @param keeps - Reports whether an item is kept
   * @returns The items that were kept
   */
  filter(keeps: (item: Item) => boolean): Pages<Item> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.filter((item) => keeps(item))));
  }

  /** Reads the items, a page at a time. */
  [Symbol.asyncIterator](): AsyncIterator<readonly Item[]> {
    return this.#batches[Symbol.asyncIterator]();
  }
}

async function* mapBatches<Item, Changed>(
  batches: AsyncIterable<readonly Item[]>,
  change: (batch: readonly Item[]) => readonly Changed[],
): AsyncGenerator<readonly Changed[]> {
  for await (const batch of batches) {
    const changed = change(batch);
    if (changed.length > 0) yield changed;
  }
}
