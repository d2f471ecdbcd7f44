import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { hubspotConnector } from "../hubspot-connector.js";
import { startHubspot, token } from "./start-hubspot.js";

const changed = "2026-01-01T00:00:00Z";

function objectOf(type: string) {
  const properties = { name: type, amount: "1", lastmodifieddate: changed, hs_lastmodifieddate: changed };
  const history = { name: [{ value: type, timestamp: changed, sourceType: "CRM_UI" }] };
  return { id: "1", properties, history };
}

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startHubspot(() => ({
    lists: [{ id: "5", name: "Customers", records: ["1"] }],
    objects: Object.fromEntries(
      ["contacts", "products", "quotes", "notes", "2-77"].map((type) => [type, [objectOf(type)]]),
    ),
    associations: { "contacts/1/companies": ["9"] },
  }));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [hubspotConnector({ baseUrl: address, signIn: false })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "token", token }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);
