/** Batches of items, page by page; read it once. */
export class Pages<Item> implements AsyncIterable<readonly Item[]> {
  readonly #batches: AsyncIterable<readonly Item[]>;

  /**
   * Wraps batches.
   *
   * @param batches - The batches
   */
  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.#batches = batches;
  }

  /**
   * Changes every item.
   *
   * @param change - Makes one item of another
   * @returns The changed items, in the same batches
   */
  map<Changed>(change: (item: Item) => Changed): Pages<Changed> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.map((item) => change(item))));
  }

  /**
   * Makes any number of items of every item.
   *
   * @param change - Makes items of one
   * @returns The items, in batches
   */
  flatMap<Changed>(change: (item: Item) => readonly Changed[]): Pages<Changed> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.flatMap((item) => change(item))));
  }

  /**
   * Leaves items out.
   *
   * @param keeps - Tells whether an item stays
   * @returns The items that stay
   */
  filter(keeps: (item: Item) => boolean): Pages<Item> {
    return new Pages(mapBatches(this.#batches, (batch) => batch.filter((item) => keeps(item))));
  }

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
