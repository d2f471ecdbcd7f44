import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { hubspotConnector } from "../hubspot-connector.js";
import { type StoredObject, startHubspot, token } from "./start-hubspot.js";

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

describeMovingLists({
  "the list of companies": { count: 350, read: (list) => read(list, { properties: ["name"] }) },
  "a search for companies": {
    count: 700,
    read: (list) => read(list, { properties: ["name"], modified: { _min: "2026-01-01" } }),
  },
});
