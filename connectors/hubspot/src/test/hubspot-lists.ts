import type { UpstreamAnswer } from "@wellhead/runtime/testing";
import { type Crm, failure, listed, refusal, type Sent } from "./hubspot-answers.js";

/**
 * Responds to requests for lists of records, and for types of objects.
 *
 * @param path - Kind of the resource, its id, and the rest of the path
 * @param request - The request, and the content of the server
 * @returns The response; `undefined` for other requests
 */
export function answerLists(
  [kind = "", type = "", action = ""]: readonly string[],
  { url, sent, crm }: { readonly url: URL; readonly sent: Sent; readonly crm: Crm },
): UpstreamAnswer | undefined {
  if (url.pathname === "/crm-object-schemas/v3/schemas") return { body: { results: [carType] } };
  if (kind !== "lists") return undefined;
  const { lists = [] } = crm;
  const refused = refusal(url, sent, type === "search" ? "lists" : action);
  if (refused !== undefined) return refused;
  if (type !== "search") {
    const records = lists.find(({ id }) => id === type)?.records;
    if (records === undefined) return failure(404, "OBJECT_NOT_FOUND", "resource not found");
    return listed(
      records.map((recordId) => ({ recordId, membershipTimestamp: "2026-01-01T10:00:00.000Z" })),
      url,
    );
  }
  const { offset, count = 20 } = sent;
  if (offset === undefined || sent.additionalProperties === undefined || count > 500)
    return failure(400, "VALIDATION_ERROR", "Some required fields were not set");
  const found = lists.slice(offset, offset + count);
  const end = offset + found.length;
  return {
    body: { offset: end, hasMore: end < lists.length, total: lists.length, lists: found.map(shownList) },
  };
}

function shownList({ id, name, records }: NonNullable<Crm["lists"]>[number]): object {
  return {
    listId: id,
    name,
    objectTypeId: "0-1",
    processingType: "MANUAL",
    processingStatus: "COMPLETE",
    listVersion: 1,
    createdAt: "2026-01-01T10:00:00.000Z",
    updatedAt: "2026-01-01T10:00:00.000Z",
    additionalProperties: { hs_list_size: String(records.length) },
  };
}

/** A type of objects that the account defined. */
const carType = {
  id: "1",
  objectTypeId: "2-77",
  name: "car",
  fullyQualifiedName: "p1234_car",
  labels: { singular: "Car", plural: "Cars" },
  archived: false,
};
