import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { notionConnector } from "../notion-connector.js";
import { notionContent } from "./notion-content.js";
import { secret, startNotion } from "./start-notion.js";

/** A page outside of databases, a part of which Notion leaves out, and a comment on it. */
const pages = {
  found: [
    {
      id: "p0",
      last_edited_time: "2026-01-02T00:00:00.000Z",
      parent: { type: "workspace", workspace: true },
      properties: { title: { type: "title", title: [{ plain_text: "Plan" }] } },
    },
  ],
  texts: { p0: { markdown: "# Plan", left: ["b1"] }, b1: { markdown: "End" } },
  comments: { p0: [{ id: "c1", rich_text: [{ plain_text: "Yes" }] }] },
};

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startNotion(() => ({ ...notionContent(3), ...pages }));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [notionConnector({ baseUrl: `${address}/v1`, signIn: false })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "token", token: secret }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);
