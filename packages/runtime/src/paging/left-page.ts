import { listMoved } from "./moving-list.js";

/** Maximum number of times that a reading goes back again from one place. */
const maxReturns = 20;

/** A page that did not continue those before it, so that the reading went back from it. */
export interface LeftPage {
  /** Where it was expected. */
  readonly start: number;
  /** Digest of its items. */
  readonly digest: string;
  /** How many times the reading came back to it and left it again. */
  readonly times: number;
}

/**
 * Notes that the reading goes back from a page.
 *
 * @param page - The page
 * @param before - The page that was left before it; `undefined` if there was none
 * @param name - Name of the paging, for errors
 * @returns The page that was left; `undefined` if it has the same items as before. Then nothing has moved, and the
 *   upstream begins the page elsewhere than it should
 * @throws ConnectorError `upstream_unavailable` when it has been left too often
 */
export function leavePage(
  page: Omit<LeftPage, "times">,
  before: LeftPage | undefined,
  name: string,
): LeftPage | undefined {
  if (before === undefined || page.start > before.start) return { ...page, times: 0 };
  if (before.times >= maxReturns)
    throw listMoved(name, `its items still moved when it went back for the ${maxReturns}th time`);
  if (before.digest === page.digest) return undefined;
  return { start: before.start, digest: page.digest, times: before.times + 1 };
}
