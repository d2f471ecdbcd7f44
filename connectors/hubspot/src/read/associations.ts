import { type Http, shape, upstreamInvalid } from "@wellhead/sdk";

const answerShape = shape.object({
  results: shape.list(
    shape.object({
      from: shape.required(shape.object({ id: shape.required(shape.id) })),
      to: shape.list(shape.object({ toObjectId: shape.required(shape.id) })),
      paging: shape.object({ next: shape.object({ after: shape.id }) }),
    }),
  ),
});

/** The two object types of an association. */
export interface AssociationTypes {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads the associations of objects of one type with objects of another type.
 *
 * @param http - Client of the request
 * @param types - The types
 * @param ids - Ids of the objects, at most 1,000
 * @returns Ids of the associated objects, by id; objects without associations may be missing
 * @see
 * https://developers.hubspot.com/docs/api-reference/crm-associations-v4/batch/post-crm-v4-associations-fromObjectType-toObjectType-batch-read
 */
export async function readAssociations(
  http: Http,
  { from, to }: AssociationTypes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  let inputs: ReadonlyArray<{ readonly id: string; readonly after?: string }> = ids.map((id) => ({ id }));
  const seen = new Set<string>();
  while (inputs.length > 0) {
    const call = http.post(`crm/v4/associations/${from}/${to}/batch/read`, {
      json: { inputs },
      idempotent: true,
    });
    const results = (await call.json(answerShape)).results ?? [];
    for (const result of results) {
      const known = found.get(String(result.from.id)) ?? [];
      known.push(...(result.to ?? []).map(({ toObjectId }) => String(toObjectId)));
      found.set(String(result.from.id), known);
    }
    // An object with more associations than one response holds has a cursor for the next request.
    inputs = results.flatMap(({ from: { id }, paging }) => {
      const after = paging?.next?.after;
      return after === undefined || after === null ? [] : [{ id: String(id), after: String(after) }];
    });
    for (const { id, after } of inputs) {
      if (seen.size === seen.add(`${id} ${after}`).size) {
        throw upstreamInvalid(
          "Could not read associations from HubSpot: it returned the same next page twice. Try again later.",
        );
      }
    }
  }
  return found;
}
