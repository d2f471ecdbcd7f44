import { describeSpoiltLists, type SpoiltList } from "@wellhead/test-support/upstream";
import { hubspotConnector } from "../hubspot-connector.js";

const version = {
  value: "won",
  timestamp: "2026-01-05T00:00:00.000Z",
  sourceType: "CRM_UI",
  updatedByUserId: 7,
};
const object = {
  id: "1",
  properties: { name: "A" },
  createdAt: version.timestamp,
  updatedAt: version.timestamp,
};
const list = {
  listId: "5",
  name: "All",
  objectTypeId: "0-1",
  processingType: "MANUAL",
  createdAt: version.timestamp,
};
const properties = { results: [{ name: "name", label: "Name", type: "string", fieldType: "text" }] };

/** Responses of the sources that have none of their own elsewhere. */
const lists: Readonly<Record<string, SpoiltList>> = {
  lists: {
    path: /\/lists\/search$/,
    answer: { lists: [{ ...list, additionalProperties: { hs_list_size: "3" } }], hasMore: false, offset: 1 },
  },
  "list-members": {
    path: /\/memberships$/,
    answer: { results: [{ recordId: "1", membershipTimestamp: version.timestamp }] },
    filter: { list: "5" },
  },
  "custom-objects": {
    path: /\/batch\/read$/,
    answer: { results: [object] },
    filter: { type: "2-77" },
    others: { "/objects/2-77": { results: [object] }, "/properties/2-77": properties },
  },
  "property-history": {
    path: /\/batch\/read$/,
    answer: { results: [{ ...object, propertiesWithHistory: { name: [version] } }] },
    filter: { type: "deals", properties: ["name"] },
    others: { "/objects/deals": { results: [object] } },
  },
};

describeSpoiltLists({
  connector: (baseUrl) => hubspotConnector({ baseUrl, signIn: false }),
  account: () => ({ auth: "token", token: "pat" }),
  lists,
});
