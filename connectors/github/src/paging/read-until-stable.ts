/** Maximum number of reads of a list that keeps changing. */
const maxReadings = 4;

/** An item with a unique id. */
interface Identified {
  readonly id: string | number;
}

/**
 * Reads a list repeatedly until a read finds no new items. An item that leaves the list, or moves to its front, during
 * a read shifts others across the border between the page that was read and the next one. The next read finds them. A
 * list of one page is read once.
 *
 * @param read - Reads the list once
 * @returns Batches of the items, each item once
 */
export async function* readUntilStable<Item extends Identified>(
  read: () => AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  const isNew = firstOfEach();
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    let pages = 0;
    let found = 0;
    for await (const page of read()) {
      const items = page.filter((item) => isNew(item));
      pages += 1;
      found += items.length;
      if (items.length > 0) yield items;
    }
    if (pages <= 1 || (reading > 1 && found === 0)) return;
  }
}

/**
 * Creates a filter that keeps the first item of every id.
 *
 * @returns A function that returns whether an item's id is new
 */
export function firstOfEach(): (item: Identified) => boolean {
  const seen = new Set<string | number>();
  return ({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  };
}
