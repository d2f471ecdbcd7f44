import type { Query } from "../http/http.js";

/** What one page is asked for with. */
export interface PageRequest {
  /** Path below the base address, or the absolute address the upstream gave. */
  readonly path: string;
  readonly query: Query;
  /** Body of a list that is read by POST; without one the list is read by GET. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** What is known of a page that has been read. */
export interface Page {
  readonly request: PageRequest;
  /** Address the page was read from. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Number of the page in this reading, from 0. */
  readonly index: number;
  /** Items on it. */
  readonly count: number;
  /** Items read so far, with this page's. */
  readonly seen: number;
}

/** What follows a page: the next one, or the end and what proves it. */
export type PageStep =
  | { readonly next: PageRequest; readonly key: string }
  | {
      readonly end:
        | "no next page named"
        | "nothing more announced"
        | "empty page"
        | "short page"
        | "total reached";
    };

/** One way in which lists are cut into pages. Made by `linkHeader`, `pageNumber` and their siblings. */
export interface Paging {
  /** Name for errors and logs. */
  readonly name: string;
  /** Whether a page equal to an earlier one means that the upstream ignores where it was asked to go on. */
  readonly repeatsAreFaults: boolean;
  /** Makes the first request. */
  first(request: PageRequest): PageRequest;
  /**
   * Decides what follows a page.
   *
   * @throws ConnectorError `upstream_invalid` when the page contradicts itself
   */
  after(page: Page): PageStep;
}
