import {
  type CursorInBodyOptions,
  type CursorInHeaderOptions,
  cursorInBody,
  cursorInHeader,
  type LinkHeaderOptions,
  linkHeader,
  type NextUrlInBodyOptions,
  nextUrlInBody,
  type OffsetOptions,
  offset,
  type PageNumberOptions,
  type Paging,
  pageNumber,
} from "@wellhead/sdk";
import { byKind, objectOf, oneOf, type ReadValue, readBool, readNumber, readText } from "./read-value.js";

/** How the API pages its lists. */
export type PagingConfig =
  /** A list is one response, also when the API has a default paging. */
  | { readonly kind: "none" }
  | ({ readonly kind: "pageNumber" } & PageNumberOptions)
  | ({ readonly kind: "offset" } & OffsetOptions)
  | ({ readonly kind: "cursorInBody" } & CursorInBodyOptions)
  | ({ readonly kind: "nextUrlInBody" } & NextUrlInBodyOptions)
  | ({ readonly kind: "linkHeader" } & LinkHeaderOptions)
  | ({ readonly kind: "cursorInHeader" } & CursorInHeaderOptions);

const size = { size: objectOf({ parameter: readText, value: readNumber }, {}) };
const counted = { parameter: readText, first: readNumber, total: readText, shortPageEnds: readBool, ...size };

/** Reads the `paging` of a configuration. */
export const readPagingConfig: ReadValue<PagingConfig> = byKind<PagingConfig>("kind", {
  none: objectOf({ kind: oneOf(["none"]) }, {}),
  pageNumber: objectOf({ kind: oneOf(["pageNumber"]) }, counted),
  offset: objectOf({ kind: oneOf(["offset"]) }, counted),
  cursorInBody: objectOf(
    { kind: oneOf(["cursorInBody"]), cursor: readText },
    { parameter: readText, more: readText, ...size },
  ),
  nextUrlInBody: objectOf({ kind: oneOf(["nextUrlInBody"]) }, { next: readText, ...size }),
  linkHeader: objectOf({ kind: oneOf(["linkHeader"]) }, { relation: readText, ...size }),
  cursorInHeader: objectOf(
    { kind: oneOf(["cursorInHeader"]), header: readText },
    { parameter: readText, ...size },
  ),
});

/** Reads one page, whatever the paging of the other lists. */
const onePage: Paging = {
  name: "one page",
  repeatsAreFaults: false,
  first: (request) => request,
  after: () => ({ end: "no next page" }),
};

/**
 * Creates the paging that a configuration describes.
 *
 * @param config - The kind of paging and its options
 * @returns The paging
 */
export function makePaging(config: PagingConfig): Paging {
  const { kind } = config;
  if (kind === "none") return onePage;
  if (kind === "pageNumber") return pageNumber(config);
  if (kind === "offset") return offset(config);
  if (kind === "cursorInBody") return cursorInBody(config);
  if (kind === "cursorInHeader") return cursorInHeader(config);
  return kind === "nextUrlInBody" ? nextUrlInBody(config) : linkHeader(config);
}
