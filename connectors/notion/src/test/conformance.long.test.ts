import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { notionConnector } from "../notion-connector.js";
import { notionContent } from "./notion-content.js";
import { secret, startNotion } from "./start-notion.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
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
