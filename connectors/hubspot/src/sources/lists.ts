import {
  cursorInBody,
  date,
  type Http,
  id,
  list,
  type MakeSource,
  number,
  type Pages,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";

/** Members of a list of records that are read. */
const recordListShape = shape.object({
  listId: shape.required(shape.text),
  name: shape.text,
  objectTypeId: shape.text,
  processingType: shape.text,
  processingStatus: shape.text,
  createdAt: shape.text,
  updatedAt: shape.text,
  filtersUpdatedAt: shape.text,
  additionalProperties: shape.record(shape.text),
});

/** Members of a membership that are read. */
const membershipShape = shape.object({
  recordId: shape.required(shape.text),
  membershipTimestamp: shape.text,
});

/** Lists per page, which is the maximum. */
const pageSize = 500;

/** Reads the lists of records. */
function readLists(http: Http): Pages<ShapeValue<typeof recordListShape>> {
  return http.pages("crm/v3/lists/search", {
    json: { offset: 0, count: pageSize, additionalProperties: ["hs_list_size"] },
    shape: recordListShape,
    items: "lists",
    paging: cursorInBody({ cursor: "offset", parameter: "offset", more: "hasMore" }),
    key: "listId",
    // The cursor counts lists.
    order: "changing",
  });
}

/**
 * Creates the source of the lists of records, such as segments of contacts.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-lists-v3/lists/post-crm-v3-lists-search
 */
export function lists<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Lists",
    description: "Of contacts, companies and other records",
    filter: {},
    fields: {
      id: id(),
      name: text(),
      type_id: text({ description: "Type of its records: 0-1 for contacts, 0-2 for companies" }),
      kind: text({ description: "MANUAL, DYNAMIC or SNAPSHOT" }),
      status: text(),
      size: number(),
      created: date(),
      updated: date(),
      filters_updated: date(),
    },
    rows: ({ http }) =>
      readLists(http).map((one) => ({
        id: one.listId,
        name: one.name,
        type_id: one.objectTypeId,
        kind: one.processingType,
        status: one.processingStatus,
        size: sizeOf(one.additionalProperties?.["hs_list_size"]),
        created: one.createdAt,
        updated: one.updatedAt,
        filters_updated: one.filtersUpdatedAt,
      })),
  });
}

/**
 * Creates the source of the records in a list.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-lists-v3/memberships/get-crm-v3-lists-listId-memberships
 */
export function listMembers<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "List members",
    description: "The records in a list",
    filter: {
      list: list({
        title: "List",
        options: ({ http }) =>
          readLists(http).map(({ listId: value, name }) => ({ title: name || value, value })),
      }),
    },
    fields: { record_id: id(), added: date() },
    rows: ({ http, filter }) =>
      http
        .pages(`crm/v3/lists/${encodeURIComponent(filter.list)}/memberships`, {
          shape: membershipShape,
          items: "results",
          paging: cursorInBody({
            cursor: "paging.next.after",
            parameter: "after",
            size: { parameter: "limit", value: 100 },
          }),
          key: "recordId",
          // Nothing is documented about what the cursor consists of.
          order: "changing",
        })
        .map(({ recordId, membershipTimestamp }) => ({ record_id: recordId, added: membershipTimestamp })),
  });
}

function sizeOf(size: string | null | undefined): number | null {
  const count = Number(size ?? "");
  return size === "" || size === null || size === undefined || !Number.isFinite(count) ? null : count;
}
