/** Query arguments: an `undefined` value is omitted, an array repeats the argument. */
export type Query = Readonly<
  Record<string, string | number | boolean | undefined | ReadonlyArray<string | number>>
>;

/** Request for one page. */
export interface PageRequest {
  /** Path below the base URL, or the absolute URL that the upstream returned. */
  readonly path: string;
  readonly query: Query;
  /** Body of a list that is read by POST; without a body the list is read by GET. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** A page that has been read. */
export interface Page {
  readonly request: PageRequest;
  /** URL the page was read from. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Number of the page in this read, from 0. */
  readonly index: number;
  /** Number of items on the page. */
  readonly count: number;
  /** Number of items read so far, including this page. */
  readonly seen: number;
}

/** What follows a page: the next page, or the end with its proof. */
export type PageStep =
  | { readonly next: PageRequest; readonly key: string }
  | {
      readonly end: "no next page" | "no further page" | "empty page" | "short page" | "total reached";
    };

/** A paging scheme. Created by `linkHeader`, `pageNumber` and their siblings. */
export interface Paging {
  /** Name for errors and logs. */
  readonly name: string;
  /** Whether a page identical to an earlier one means that the upstream ignores the requested position. */
  readonly repeatsAreFaults: boolean;
  /** Returns the first request. */
  first(request: PageRequest): PageRequest;
  /**
   * Determines what follows a page.
   *
   * @throws ConnectorError `upstream_invalid` when the page contradicts itself
   */
  after(page: Page): PageStep;
}
