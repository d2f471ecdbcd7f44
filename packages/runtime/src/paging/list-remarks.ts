import { argumentOf, type Page, type PageStep, type Paging } from "@wellhead/sdk";
import { findAnnouncedPage, findAnnouncedTotal } from "./announced-page.js";

/** Arguments with which the size of a page is requested. */
const sizeNames = ["per_page", "perPage", "page_size", "pageSize", "limit", "size", "count"];

/** Maximum characters of a path in a remark. */
const maxPathCharacters = 200;

/** Options of {@link ListRemarks}. */
export interface ListRemarksOptions {
  readonly paging: Paging;
  /** Whether the list is read without paging. */
  readonly isSinglePage: boolean;
  /** Whether the items have keys, so that the list is read again where its pages do not overlap. */
  readonly hasKeys: boolean;
  /** Called with a sentence about the list, and the page that shows it. */
  readonly onRemark: (sentence: string, page: Page) => void;
}

/**
 * Compares how a list is read with what its responses announce. A list that announces more than was read is not an error,
 * because names of members prove nothing and a connector may have a reason to stop.
 */
export class ListRemarks {
  readonly #options: ListRemarksOptions;
  #hasEnded = false;
  /** Number of items of the page before. */
  #lengthBefore = 0;

  /** @param options - The list, and the receiver of remarks */
  constructor(options: ListRemarksOptions) {
    this.#options = options;
  }

  /**
   * Notes a page. Only the first reading of a list that is read again counts.
   *
   * @param page - The page
   * @param step - What follows it
   */
  note(page: Page, step: PageStep): void {
    if (this.#hasEnded) return;
    const sentence = "end" in step ? this.#atEnd(page, step.end) : this.#atPage(page, step.start);
    this.#hasEnded = "end" in step;
    this.#lengthBefore = page.length;
    if (sentence !== undefined) this.#options.onRemark(sentence, page);
  }

  /**
   * Notes that pages begin elsewhere than they should.
   *
   * @param page - A page that does not continue the page before it
   */
  noteApart(page: Page): void {
    const name = sizeNameOf(page);
    const advice =
      name === undefined
        ? "Check whether it has an order, and whether pages may begin at any item."
        : `Check whether it has an order, and whether the API ignores "${name}" or allows only some sizes. If so, do not set the size.`;
    this.#options.onRemark(
      `A list is read twice: the pages of ${nameOf(page)} do not begin where they should, so that they cannot overlap. ${advice}`,
      page,
    );
  }

  #atEnd(page: Page, proof: string): string | undefined {
    const { paging, isSinglePage } = this.#options;
    // Some APIs announce a next page on each page. An empty one, or the flag that the paging reads, says more.
    if (page.length === 0 || proof === "no further page") return undefined;
    const announced = findAnnouncedPage(page);
    const list = nameOf(page);
    if (announced !== undefined && isSinglePage) {
      const example = announced.paging === undefined ? "" : `, such as ${announced.paging}`;
      return `A list may be incomplete: ${list} was read as one page, and its response announces another one in ${announced.place}. Set its paging${example}.`;
    }
    if (announced !== undefined)
      return `A list may be incomplete: the last response of ${list} announces another page in ${announced.place}, which was not requested, because the paging by ${paging.name} found the end (${proof}). Check the paging.`;
    const { total, place = "" } = findAnnouncedTotal(page) ?? {};
    if (total === undefined || total <= page.seen) return undefined;
    if (isSinglePage)
      return `A list may be incomplete: ${list} was read as one page of ${page.seen} items, and its response announces ${total} in ${place}. Set its paging.`;
    return `A list may be incomplete: ${list} announces ${total} items in ${place}, and the list ended after ${page.seen}. Check the paging.`;
  }

  /** Pages that are found by their number cannot overlap where they are shorter than requested. */
  #atPage(page: Page, start = page.seen): string | undefined {
    const { paging, hasKeys } = this.#options;
    // The API leaves out items that it counts, as the paging knows.
    if (start > page.seen) return undefined;
    if (!hasKeys || page.index !== 1 || paging.at === undefined) return undefined;
    const { request, length, count } = page;
    const name = sizeNameOf(page);
    const asked = name === undefined ? 0 : Number(argumentOf(request, name));
    if (length === 0 || length >= asked || count < length || length !== this.#lengthBefore) return undefined;
    return `A list is read twice: the pages of ${nameOf(page)} have ${length} items, and ${asked} were requested with "${name}", so that the pages cannot overlap. If ${length} is the maximum of the API, request ${length}.`;
  }
}

/** Finds the argument that requests the size of a page. */
function sizeNameOf({ request }: Page): string | undefined {
  return sizeNames.find((one) => /^\d+$/.test(String(argumentOf(request, one))));
}

function nameOf({ request: { json }, url: { pathname } }: Page): string {
  const path = pathname.length > maxPathCharacters ? `${pathname.slice(0, maxPathCharacters)}…` : pathname;
  return `${json === undefined ? "GET" : "POST"} ${path}`;
}
