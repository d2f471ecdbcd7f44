import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { airtableConnector } from "../airtable-connector.js";
import { startAirtable } from "./start-airtable.js";

/**
 * A store that does not count requests. Airtable allows five requests a second; the suite sends more, and does not test
 * waiting.
 */
class Uncounted extends MemoryStore {
  override increment(): Promise<number> {
    return Promise.resolve(1);
  }
}

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    configureStore(new Uncounted());
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
