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
  // Links are absolute. The path of the first page is relative to the API.
  const url = new URL(URL.canParse(path) ? path : `${page.url.origin}${page.url.pathname}`);
  const { page: _, ...others } = { ...Object.fromEntries(url.searchParams), ...query };
  if (cursors.some((name) => name in others)) return undefined;
  url.search = "";
  // The size of the link is that of the next page.
  const asked = page.url.searchParams.get(size.parameter) ?? size.value;
  const request = { path: url.href, query: { ...others, [size.parameter]: asked } };
  return byNumber.at?.({ ...page, request }, position);
}
