import { upstreamUnavailable } from "@wellhead/sdk";

/** Maximum number of reads of a list that keeps changing. */
const maxReadings = 6;

/** An item with a unique id. */
interface Identified {
  readonly id: string | number;
}

/**
 * Reads a list repeatedly until a read finds no new items, because an item that moves to its front during a read is
 * missed by that read. A list of one page is read once.
 *
 * @param read - Reads the list once
 * @returns Batches of the items, each item once
 * @throws ConnectorError `upstream_unavailable` if every read finds new items
 */
export async function* readUntilStable<Item extends Identified>(
  read: () => AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string | number>();
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    let pages = 0;
    let found = 0;
    for await (const page of read()) {
      const items = page.filter(({ id }) => seen.size < seen.add(id).size);
      pages += 1;
      found += items.length;
      if (items.length > 0) yield items;
    }
    if (pages <= 1 || (reading > 1 && found === 0)) return;
  }
  throw upstreamUnavailable(
    "Could not read a list from GitHub: it changed every time it was read, so items may be missing. Read it again.",
  );
}
