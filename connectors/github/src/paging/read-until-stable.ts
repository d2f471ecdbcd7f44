/** Readings after which a list that still changes is taken as it is. */
const maxReadings = 4;

/** An item with the id that tells it from others. */
interface Identified {
  readonly id: string | number;
}

/**
 * Reads a list again while a reading brings something new. An item that leaves the list, or moves to its front, shifts the
 * others across the border between the page that was read and the next one; the next reading finds them. A list of one
 * page is read once.
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
 * Makes a filter that keeps the first item of every id.
 *
 * @returns Whether an item's id is new
 */
export function firstOfEach(): (item: Identified) => boolean {
  const seen = new Set<string | number>();
  return ({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  };
}
