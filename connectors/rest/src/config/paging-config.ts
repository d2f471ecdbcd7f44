import type {
  CursorInBodyOptions,
  CursorInHeaderOptions,
  LinkHeaderOptions,
  NextUrlInBodyOptions,
  OffsetOptions,
  PageNumberOptions,
} from "@wellhead/sdk";
import { readHeaderName, readPath, readTotalPath } from "./read-text.js";
import {
  arrayOf,
  byKind,
  meaningFault,
  objectOf,
  oneOf,
  type ReadValue,
  readBool,
  readCount,
  readIndex,
  readText,
} from "./read-value.js";

/** Members of a kind of paging that reads from the response what follows. */
interface Announced {
  /** Whether a response may lack what announces the next page. Default: `false`, so a misspelt name is an error. */
  readonly optional?: boolean;
  /**
   * Whether what announces the next page points to an item, and items keep their order. Default: `false`; it may count
   * items, so a list of several pages is read again until it stays the same.
   */
  readonly stable?: boolean;
}

/** Members of a kind of paging that counts. */
interface Counted {
  /** Statuses with which the API refuses a page after the last. */
  readonly endStatuses?: readonly number[];
  /**
   * Whether pages may overlap, which shows whether rows have moved. By page number, that varies the size. Default: `true`.
   */
  readonly overlap?: boolean;
}

/** How the API pages its lists. */
export type PagingConfig =
  /** A list is one response, also when the API has a default paging. */
  | { readonly kind: "none" }
  | ({
      readonly kind: "pageNumber";
      /** Path in the body, or `header:name`, of the number of pages. */
      readonly pages?: string;
    } & PageNumberOptions &
      Counted)
  | ({ readonly kind: "offset" } & OffsetOptions & Counted)
  | LastItemConfig
  | ({ readonly kind: "cursorInBody" } & CursorInBodyOptions & Announced)
  | ({ readonly kind: "nextUrlInBody" } & NextUrlInBodyOptions & Announced)
  | ({ readonly kind: "linkHeader" } & LinkHeaderOptions & Announced)
  | ({ readonly kind: "cursorInHeader" } & CursorInHeaderOptions & Announced);

/** Pages that begin after the last item of the page before. */
export interface LastItemConfig extends Pick<Counted, "endStatuses"> {
  readonly kind: "lastItem";
  /** Path of the value in the last item, such as `id` or `sort`. */
  readonly value: string;
  /** Argument that sends it back. Default: `after`. */
  readonly parameter?: string;
  readonly size?: NonNullable<OffsetOptions["size"]>;
}

const size = { size: objectOf({ parameter: readText, value: readCount }, {}) };
const readStatuses = arrayOf(readEndStatus);
const counted = {
  parameter: readText,
  first: readIndex,
  total: readTotalPath,
  totalStopsAt: readCount,
  shortPageEnds: readBool,
  emptyPageEnds: readBool,
  endStatuses: readStatuses,
  overlap: readBool,
  ...size,
};
const announced = { optional: readBool, stable: readBool, ...size };

const readPlainPaging: ReadValue<PagingConfig> = byKind<PagingConfig>("kind", {
  none: objectOf({ kind: oneOf(["none"]) }, {}),
  pageNumber: objectOf({ kind: oneOf(["pageNumber"]) }, { pages: readTotalPath, ...counted }),
  offset: objectOf({ kind: oneOf(["offset"]) }, counted),
  lastItem: objectOf(
    { kind: oneOf(["lastItem"]), value: readPath },
    { parameter: readText, endStatuses: readStatuses, ...size },
  ),
  cursorInBody: objectOf(
    { kind: oneOf(["cursorInBody"]), cursor: readPath },
    { parameter: readText, more: readPath, missingEnds: readBool, ...announced },
  ),
  nextUrlInBody: objectOf(
    { kind: oneOf(["nextUrlInBody"]) },
    { next: readPath, missingEnds: readBool, ...announced },
  ),
  linkHeader: objectOf({ kind: oneOf(["linkHeader"]) }, { relation: readText, ...announced }),
  cursorInHeader: objectOf(
    { kind: oneOf(["cursorInHeader"]), header: readHeaderName },
    { parameter: readText, ...announced },
  ),
});

/** Reads the `paging` of a configuration. */
export const readPagingConfig: ReadValue<PagingConfig> = (value, path) => {
  const paging = readPlainPaging(value, path);
  if (paging.kind === "none") return paging;
  const parameter = "parameter" in paging ? paging.parameter : undefined;
  if (parameter !== undefined && parameter === paging.size?.parameter) {
    throw meaningFault(
      `${path}.size.parameter`,
      `expected another argument than that of the position, got "${parameter}" for both`,
    );
  }
  const ends = ["total", "pages", "endStatuses"].filter((name) => name in paging);
  if ("totalStopsAt" in paging && !("total" in paging))
    throw meaningFault(`${path}.totalStopsAt`, "expected a total next to it, got none");
  if (ends.length > 1)
    throw meaningFault(path, `expected one of total, pages and endStatuses, got ${ends.join(" and ")}`);
  return paging;
};

function readEndStatus(value: unknown, path: string): number {
  const status = readCount(value, path);
  if ([400, 404, 410, 416, 422].includes(status)) return status;
  throw meaningFault(path, `expected 400, 404, 410, 416 or 422, got ${status}`);
}
