import { createHash } from "node:crypto";
import { type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Maximum number of consecutive pages of a list with keys that are repeated. */
const maxRepeatedPages = 3;

/** The page before those that are watched. */
export interface WatchedPage {
  /** Key of the request for the page after it. */
  readonly key: string;
  readonly digest: string;
}

/** Detects the ways in which a list never ends. */
export class PageWatch {
  readonly #paging: Paging;
  readonly #maxPages: number;
  readonly #maxEmptyPages: number;
  readonly #keys = new Set<string>();
  readonly #digests = new Set<string>();
  readonly #maxRepeated: number;
  #empty = 0;
  #repeated = 0;

  /**
   * @param paging - The paging
   * @param options - Maximum number of pages, and of empty ones in a row that point to a next one; whether the items have
   *   keys, and where the reading began; default: at the first page
   */
  constructor(
    paging: Paging,
    {
      maxPages,
      maxEmptyPages,
      hasKeys,
      start,
    }: {
      readonly maxPages: number;
      readonly maxEmptyPages: number;
      readonly hasKeys: boolean;
      readonly start?: WatchedPage | undefined;
    },
  ) {
    this.#paging = paging;
    this.#maxPages = maxPages;
    this.#maxEmptyPages = maxEmptyPages;
    // As many items as a page has may have moved to its front. Items with keys are recognised when they come again.
    this.#maxRepeated = hasKeys ? maxRepeatedPages : 0;
    if (start === undefined) return;
    this.#keys.add(start.key);
    this.#digests.add(start.digest);
  }

  /**
   * Records a page. Only its items are compared, because what is around them may change with every response, such as the
   * time that it took.
   *
   * @param count - Number of its items that the page before did not have
   * @param items - All of its items
   * @returns Its digest
   * @throws ConnectorError `upstream_invalid` when earlier pages had the same items and the paging forbids that
   */
  note(count: number, items: readonly unknown[]): string {
    this.#empty = count === 0 ? this.#empty + 1 : 0;
    if (!this.#paging.repeatsAreFaults || count === 0) return "";
    const digest = digestOf(items);
    this.#repeated = this.#digests.has(digest) ? this.#repeated + 1 : 0;
    if (this.#repeated > this.#maxRepeated)
      throw this.#fault(
        "the same page was returned twice, so the source seems to ignore which page is requested. Check the name of the argument",
      );
    this.#digests.add(digest);
    return digest;
  }

  /** Records the pointer to the next page; throws when it was seen before or when there are too many pages. */
  next(key: string, index: number): void {
    if (this.#empty > this.#maxEmptyPages)
      throw this.#fault(
        `${this.#empty} empty pages in a row each announce another one. If the API may return so many, raise maxEmptyPages`,
      );
    if (this.#keys.has(key)) throw this.#fault(`the same next page was announced twice. ${this.#advice()}`);
    if (index + 1 >= this.#maxPages) throw this.#fault(`it has more than ${this.#maxPages} pages`);
    this.#keys.add(key);
  }

  #advice(): string {
    return this.#paging.pointsToItem === true
      ? "Several items may have the value after which the list continues. Use one that each item has for itself, such as an id, and a request that returns only items after it"
      : "Check where the response has the next page";
  }

  #fault(found: string): Error {
    return upstreamInvalid(`Could not read a list by ${this.#paging.name}: ${found}.`);
  }
}

/**
 * Returns a digest of items.
 *
 * @param items - The items, as parsed from JSON or as the author of a connector made them
 * @returns The same digest for the same items
 */
export function digestOf(items: readonly unknown[]): string {
  const text = JSON.stringify(items, (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return createHash("sha1").update(text).digest("base64");
}
