import { type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Maximum items that Trello returns per request. */
const maxItems = 1000;

/** Matches ids. Their first eight digits are the time of creation, so they sort by time. */
const objectId = /^[0-9a-f]{24}$/;

/**
 * Pages from the newest item back in time. Each page contains the items before the oldest one so far. Only an empty
 * page proves the end. A short page proves nothing, because Trello counts items before it omits those the account may
 * not see.
 *
 * @param size - Items per page. Default: 1,000, which is the maximum
 * @returns The paging
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-boardid-actions-get
 */
export function beforeOldest(size: number = maxItems): Paging {
  return {
    name: "id before",
    repeatsAreFaults: true,
    pointsToItem: true,
    first: ({ path, query }) => ({ path, query: { ...query, limit: size } }),
    after: ({ request: { path, query }, body, count }) => {
      if (count === 0) return { end: "empty page" };
      const oldest = oldestId(body);
      const { before } = query;
      if (typeof before === "string" && objectId.test(before) && oldest >= before) {
        throw upstreamInvalid(
          "Could not read a list from its newest item: the items are not before the requested id, so the source seems to ignore it.",
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
    throw upstreamInvalid(
      "Could not read a list from its newest item: expected an id in every item, got an item without one.",
    );
  }
  return known.reduce((oldest, id) => (id < oldest ? id : oldest), first);
}
