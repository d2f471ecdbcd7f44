import { memberAt, type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Maximum page size. */
const pageSize = 100;

/**
 * Pages from the newest object back. Each request contains the id of the last object so far, which stays correct when
 * objects are added during the read. Only `has_more: false` proves the end.
 *
 * @returns The paging
 * @see https://docs.stripe.com/api/pagination
 */
export function afterLastId(): Paging {
  return {
    name: "id of the last object",
    repeatsAreFaults: true,
    pointsToItem: true,
    first: ({ path, query }) => ({ path, query: { ...query, limit: pageSize } }),
    after: ({ request: { path, query }, body, count }) => {
      const hasMore = memberAt(body, "has_more");
      if (hasMore === false) return { end: "no further page" };
      const last = memberAt(body, `data.${count - 1}.id`);
      if (hasMore !== true || typeof last !== "string" || last === "") {
        throw upstreamInvalid(
          'Could not read the next page of Stripe: expected "has_more" and an object with an id. Try again later.',
        );
      }
      return { next: { path, query: { ...query, starting_after: last } }, key: last };
    },
  };
}
