/** How a list is probably paged. */
export interface PagingGuess {
  /** Function of `@wellhead/sdk`. */
  readonly builder:
    | "linkHeader"
    | "nextUrlInBody"
    | "cursorInBody"
    | "cursorInHeader"
    | "pageNumber"
    | "offset";
  /** Its options. */
  readonly options: PagingOptions;
  /** What the guess is made from, for the comment. */
  readonly reason: string;
}

/** Options of all kinds of paging. */
export interface PagingOptions {
  readonly next?: string;
  readonly cursor?: string;
  readonly header?: string;
  readonly parameter?: string;
  readonly more?: string;
  readonly first?: number;
  readonly total?: string;
  readonly totalStopsAt?: number;
  readonly size?: { readonly parameter: string; readonly value: number };
}
