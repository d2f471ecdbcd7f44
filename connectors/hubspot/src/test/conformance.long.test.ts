import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { hubspotConnector } from "../hubspot-connector.js";
import { startHubspot, token } from "./start-hubspot.js";

/** Contacts with a value of every property. */
const contacts = Array.from({ length: 12 }, (_, index) => {
  const changed = new Date(Date.parse("2026-01-01T00:00:00Z") + index * 86_400_000).toISOString();
  const values = {
    name: `Ada ${index}`,
    amount: String(index),
    closed: "true",
    closedate: changed,
    birthday: changed.slice(0, 10),
    tags: "a;b",
    stage: "s1",
    lastmodifieddate: changed,
    hs_lastmodifieddate: changed,
  };
  return { id: String(index + 1), properties: values };
});

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const hubspot = await startHubspot(() => ({
      objects: { contacts },
      associations: { "contacts/1/companies": ["9"] },
    }));
    const connector = hubspotConnector({ baseUrl: hubspot.url, signIn: false });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await hubspot.close();
      },
    };
  },
  { profile: "all", account: { auth: "token", token } },
);
