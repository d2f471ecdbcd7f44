import type { PositionedBatch, ReadFrom } from "../rows/rows.js";

/**
 * Batches of items, one per page. If the items are read page by page, the position after each page is known.
 *
 * @example
 * ```ts snippet=examples/sdk/rows.ts#pages
 * const pages = new Pages(readBatches())
 *   .filter((issue) => issue.isOpen)
 *   .map((issue) => ({ id: issue.id, title: issue.title.trim() }));
 * ```
 */
export class Pages<Item> implements AsyncIterable<readonly Item[]> {
  /**
   * Reads the items from a position, with the position after each batch. A batch may be empty. `undefined` if the list
   * can only be read from its start.
   */
  readonly from: ReadFrom<Item> | undefined;
  readonly #batches: AsyncIterable<PositionedBatch<Item>>;

  /**
   * Wraps batches.
   *
   * @param batches - The batches, which can be read once; or a function that reads them from a position
   */
  constructor(batches: AsyncIterable<readonly Item[]> | ReadFrom<Item>) {
    this.from = typeof batches === "function" ? batches : undefined;
    this.#batches =
      typeof batches === "function"
        ? { [Symbol.asyncIterator]: () => batches(undefined)[Symbol.asyncIterator]() }
        : withoutPositions(batches);
  }

  /**
   * Transforms every item.
   *
   * @param change - Transforms one item
   * @returns The transformed items, in the same batches
   */
  map<Changed>(change: (item: Item) => Changed): Pages<Changed> {
    return this.#change((items) => items.map((item) => change(item)));
  }

  /**
   * Transforms every item into any number of items, such as the pages of a list that belongs to it. Such a list is read
   * after that of the item before it, a page at a time.
   *
   * @param change - Returns the items that replace one item
   * @returns The items, in batches
   */
  flatMap<Changed>(
    change: (item: Item) => readonly Changed[] | AsyncIterable<readonly Changed[]>,
  ): Pages<Changed> {
    const { from } = this;
    if (from === undefined) return new Pages(withoutEnds(replaceItems(this.#batches, change)));
    return new Pages((position) => replaceItems(from(position), change));
  }

  /**
   * Removes items.
   *
   * @param keeps - Reports whether an item is kept
   * @returns The items that were kept
   */
  filter(keeps: (item: Item) => boolean): Pages<Item> {
    return this.#change((items) => items.filter((item) => keeps(item)));
  }

  /** Reads the items, a page at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Item[]> {
    for await (const { items } of this.#batches) if (items.length > 0) yield items;
  }

  #change<Changed>(change: (items: readonly Item[]) => readonly Changed[]): Pages<Changed> {
    const { from } = this;
    if (from === undefined) return new Pages(changeItems(this.#batches, change));
    return new Pages((position) => changeBatches(from(position), change));
  }
}

async function* withoutPositions<Item>(
  batches: AsyncIterable<readonly Item[]>,
): AsyncGenerator<PositionedBatch<Item>> {
  for await (const items of batches) yield { items, after: undefined };
}

async function* changeItems<Item, Changed>(
  batches: AsyncIterable<PositionedBatch<Item>>,
  change: (items: readonly Item[]) => readonly Changed[],
): AsyncGenerator<readonly Changed[]> {
  for await (const { items } of batches) yield change(items);
}

async function* changeBatches<Item, Changed>(
  batches: AsyncIterable<PositionedBatch<Item>>,
  change: (items: readonly Item[]) => readonly Changed[],
): AsyncGenerator<PositionedBatch<Changed>> {
  for await (const { items, after } of batches) yield { items: change(items), after };
}

async function* withoutEnds<Item>(
  batches: AsyncIterable<PositionedBatch<Item>>,
): AsyncGenerator<readonly Item[]> {
  for await (const { items } of batches) yield items;
}

/** Replaces every item. Positions are known only between the batches that are read, not within the lists of their items. */
async function* replaceItems<Item, Changed>(
  batches: AsyncIterable<PositionedBatch<Item>>,
  change: (item: Item) => readonly Changed[] | AsyncIterable<readonly Changed[]>,
): AsyncGenerator<PositionedBatch<Changed>> {
  for await (const { items, after } of batches) {
    let ready: Changed[] = [];
    for (const item of items) {
      const changed = change(item);
      if (!(Symbol.asyncIterator in changed)) {
        for (const one of changed) ready.push(one);
        continue;
      }
      if (ready.length > 0) yield { items: ready, after: undefined };
      ready = [];
      for await (const children of changed) yield { items: children, after: undefined };
    }
    yield { items: ready, after };
  }
}
