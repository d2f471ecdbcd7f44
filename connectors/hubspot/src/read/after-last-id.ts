import { memberAt, type PageRequest, type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Maximum page size of a search. */
const pageSize = 200;

/** Property by which results are sorted, and after which a search continues. */
const idProperty = "hs_object_id";

/**
 * Pages through a search by the id of the last result. HubSpot's own pages count results, so an object that no longer
 * matches shifts others across the border between two pages; and HubSpot ends a search after 10,000 results.
 *
 * @returns The paging
 * @see https://developers.hubspot.com/docs/api-reference/search/guide#limitations
 */
export function afterLastId(): Paging {
  return {
    name: "id of the last result",
    repeatsAreFaults: true,
    pointsToItem: true,
    first: (request) => ({
      ...request,
      json: {
        ...request.json,
        sorts: [{ propertyName: idProperty, direction: "ASCENDING" }],
        limit: pageSize,
      },
    }),
    after: ({ request, body, count }) => {
      const next = memberAt(body, "paging.next.after");
      if (next === undefined || next === null) return { end: "no next page" };
      const last = memberAt(body, `results.${count - 1}.id`);
      if (typeof last !== "string") {
        throw upstreamInvalid(
          "Could not read the next page of HubSpot: expected results with ids. Try again later.",
        );
      }
      return { next: { ...request, json: afterId(request.json, last) }, key: last };
    },
  };
}

/** Returns the request for the objects after an id, with the other filters of the search. */
function afterId(json: PageRequest["json"], id: string): NonNullable<PageRequest["json"]> {
  const given = memberAt(json, "filterGroups.0.filters");
  const filters: readonly unknown[] = Array.isArray(given) ? given : [];
  const kept = filters.filter((one) => memberAt(one, "propertyName") !== idProperty);
  const bound = { propertyName: idProperty, operator: "GT", value: id };
  return { ...json, filterGroups: [{ filters: [...kept, bound] }] };
}
