import type { Connector } from "@wellhead/sdk";
import type { TapeRead } from "@wellhead/testing";

/**
 * Lists the reads of a tape that nobody has chosen.
 *
 * @param sources - The sources of a connector
 * @returns A read of every source that needs no filter
 */
export function freeReads(sources: Awaited<ReturnType<Connector["sources"]>>): readonly TapeRead[] {
  return [...sources]
    .filter(([, { filter }]) => Object.values(filter).every(({ optional }) => optional === true))
    .map(([source]) => ({ source }));
}
