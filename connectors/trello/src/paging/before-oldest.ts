import { type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Most items Trello gives at once. */
const mostItems = 1000;

/** Ids hold the time of making in their first eight digits, so that their order is the order of time. */
const objectId = /^[0-9a-f]{24}$/;

/**
 * Pages from the newest item back in time: each page is what came before the oldest item so far. The end is proved by
 * an empty page; a shorter one proves nothing, since items that may not be seen are left out after counting.
 *
 * @param size - Items per page. Default: 1,000, the most there may be
 * @returns The paging
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-boardid-actions-get
 */
export function beforeOldest(size: number = mostItems): Paging {
  return {
    name: "id before",
    repeatsAreFaults: true,
    first: ({ path, query }) => ({ path, query: { ...query, limit: size } }),
    after: ({ request: { path, query }, body, count }) => {
      if (count === 0) return { end: "empty page" };
      const oldest = oldestId(body);
      const { before } = query;
      if (typeof before === "string" && objectId.test(before) && oldest >= before) {
        throw upstreamInvalid(
          "Read a list by id before: found items that are not before the id asked for, the source seems to ignore it",
        );
      }
      return { next: { path, query: { ...query, before: oldest } }, key: oldest };
    },
  };
}

function oldestId(body: unknown): string {
  const items: readonly unknown[] = Array.isArray(body) ? body : [];
  const ids = items.map((item) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
  );
  const known = ids.filter((id): id is string => typeof id === "string" && objectId.test(id));
  const [first = ""] = known;
  if (known.length < items.length || first === "") {
    throw upstreamInvalid("Read a list by id before: found an item without an id, wanted one in every item");
  }
  return known.reduce((oldest, id) => (id < oldest ? id : oldest), first);
}
