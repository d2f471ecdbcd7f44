import { linkHeader, type Page, type PageAt, type Paging, pageNumber } from "@wellhead/sdk";

/** Items per page, which is the maximum. */
const size = { parameter: "per_page", value: 100 };
const byNumber = pageNumber({ size });
/** Arguments of lists that GitHub pages by a cursor, which cannot be read from any item. */
const cursors = ["after", "before", "cursor", "since_id"];

/**
 * Pages by the `Link` header. Pages of lists with keys overlap, which shows whether items have moved.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export const githubPages: Paging = { ...linkHeader({ size }), at: pageAt };

/** Pages by the `Link` header of lists whose pages begin at a cursor, not at a number. */
export const githubCursorPages: Paging = linkHeader({ size });

function pageAt(page: Page, position: number): PageAt | undefined {
  const { path, query } = page.request;
  const url = new URL(path, page.url);
  const { page: _, per_page: _size, ...others } = { ...Object.fromEntries(url.searchParams), ...query };
  if (cursors.some((name) => name in others)) return undefined;
  url.search = "";
  return byNumber.at?.({ ...page, request: { path: url.href, query: others } }, position);
}
