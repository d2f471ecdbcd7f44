import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { notionConnector } from "../notion-connector.js";
import { notionContent } from "./notion-content.js";
import { secret, startNotion } from "./start-notion.js";

/**
 * A store that does not count requests. Notion allows three requests a second; the suite sends more, and does not test
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
    const notion = await startNotion(() => notionContent(12));
    const connector = notionConnector({ baseUrl: `${notion.url}/v1`, signIn: false });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await notion.close();
      },
    };
  },
  { profile: "all", account: { auth: "token", token: secret } },
);
