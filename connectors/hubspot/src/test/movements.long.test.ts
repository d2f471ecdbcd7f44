import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { hubspotConnector } from "../hubspot-connector.js";
import type { StoredObject } from "./hubspot-answers.js";
import { startHubspot, token } from "./start-hubspot.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

async function read(list: MovingItems, filter: Readonly<Record<string, unknown>>) {
  const upstream = await startHubspot(({ url, method }) => {
    const isPage =
      url.pathname.endsWith("/search") || (method === "GET" && url.pathname.endsWith("/objects/companies"));
    const companies = (isPage ? list.nextPage() : list.items).map((item) => companyOf(item));
    return { objects: { companies } };
  });
  try {
    const connector = hubspotConnector({ baseUrl: upstream.url, signIn: false });
    const account = { auth: "token", token };
    return await readServed(connector, {
      source: "companies",
      account,
      filter,
      idOf: ({ id }) => Number(id),
    });
  } finally {
    await upstream.close();
  }
}

function companyOf({ id, name, updated }: MovingItem): StoredObject {
  return { id: String(id), properties: { name, hs_lastmodifieddate: new Date(updated).toISOString() } };
}

/** Reads lists of records, or the records in a list, both from cursors that count items. */
async function readLists(list: MovingItems, source: "lists" | "list-members") {
  const upstream = await startHubspot(({ url }) => {
    const isPage = url.pathname.endsWith(source === "lists" ? "/search" : "/memberships");
    const items = isPage ? list.nextPage() : list.items;
    const lists =
      source === "lists"
        ? items.map(({ id, name }) => ({ id: String(id), name, records: [] }))
        : [{ id: "1", name: "All", records: items.map(({ id }) => String(id)) }];
    return { objects: {}, lists };
  });
  try {
    const connector = hubspotConnector({ baseUrl: upstream.url, signIn: false });
    const account = { auth: "token", token };
    const filter = source === "lists" ? {} : { list: "1" };
    const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["id"] ?? row["record_id"]);
    return await readServed(connector, { source, account, filter, idOf });
  } finally {
    await upstream.close();
  }
}

describeMovingLists({
  lists: { count: 1200, read: (list) => readLists(list, "lists") },
  "the members of a list": { count: 350, read: (list) => readLists(list, "list-members") },
  "the list of companies": { count: 350, read: (list) => read(list, { properties: ["name"] }) },
  "a search for companies": {
    count: 700,
    read: (list) => read(list, { properties: ["name"], modified: { _min: "2026-01-01" } }),
  },
});
