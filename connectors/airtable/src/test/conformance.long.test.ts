import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { airtableConnector } from "../airtable-connector.js";
import { startAirtable } from "./start-airtable.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const airtable = await startAirtable();
    const connector = airtableConnector({ baseUrl: `${airtable.url}/v0` });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await airtable.close();
      },
    };
  },
  { profile: "all", account: { auth: "token", token: "pat.right" } },
);
