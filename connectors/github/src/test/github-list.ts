import type { UpstreamAnswer } from "@wellhead/runtime/testing";

/** An item of a GitHub list, with the members by which lists are sorted and filtered. */
export interface ListedItem {
  readonly id: number;
  readonly state: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * Returns a page of a list as GitHub documents it: `state`, `since` (updated at that time or later), `sort`,
 * `direction`, 30 items per page unless `per_page` says otherwise, at most 100, and the `Link` header.
 *
 * @param items - The current list
 * @param url - URL of the request
 * @returns The page
 * @see https://docs.github.com/en/rest/issues/issues#list-repository-issues
 * @see https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export function listPage(items: readonly ListedItem[], url: URL): UpstreamAnswer {
  const {
    state = "open",
    since = "",
    sort = "created",
    direction = "desc",
    ...rest
  } = Object.fromEntries(url.searchParams);
  const member = sort === "updated" ? "updated_at" : "created_at";
  const sign = direction === "asc" ? 1 : -1;
  // Times in the query may have milliseconds; those of items do not.
  const from = since === "" ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const found = items
    .filter((item) => (state === "all" || item.state === state) && Date.parse(item.updated_at) >= from)
    .toSorted((a, b) => sign * (Date.parse(a[member]) - Date.parse(b[member]) || a.id - b.id));
  const size = Math.min(100, Number(rest["per_page"] ?? 30));
  const page = Number(rest["page"] ?? 1);
  const last = Math.ceil(found.length / size);
  const link = (number: number, relation: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${relation}"`;
  };
  return {
    ...(page < last && { headers: { link: `${link(page + 1, "next")}, ${link(last, "last")}` } }),
    body: found.slice((page - 1) * size, page * size),
  };
}
