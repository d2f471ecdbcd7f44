import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { playHistory } from "@wellhead/testing";
import { expect, it } from "vitest";
import { notionConnector } from "../notion-connector.js";
import { type NotionPage, secret, startNotion } from "./start-notion.js";

/** A store that does not count requests. Notion allows three requests a second, and this test does not test waiting. */
class Uncounted extends MemoryStore {
  override increment(): Promise<number> {
    return Promise.resolve(1);
  }
}

const dataSource = {
  object: "data_source",
  id: "ds1",
  title: [],
  properties: { Note: { id: "n", name: "Note", type: "rich_text" } },
};

it.each([1, 2])("copies rows that change between runs (history %i)", async (seed) => {
  let pages: readonly NotionPage[] = [];
  let now = new Date();
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new Uncounted());
  const upstream = await startNotion(() => ({ dataSource, pages }));
  const connector = notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false });
  const app = await createApp({
    connectors: [connector],
    logger: false,
    now: () => now,
    limits: { maxPageRows: 60 },
  });
  try {
    await playHistory({
      seed,
      // Notion rounds times down to the minute.
      precisionMs: 60_000,
      request: {
        requestedType: "rows",
        account: { auth: "token", token: secret },
        filter: { source: "ds1" },
      },
      post: async (path, body) => {
        const answer = await app.fastify.inject({ method: "POST", url: path, payload: body });
        expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
        return JSON.parse(answer.body) as unknown;
      },
      setRows: (rows) => {
        pages = rows.map(({ id, text, createdAt, changedAt }) => ({
          id,
          url: `https://notion.so/${id}`,
          created_time: new Date(createdAt).toISOString(),
          last_edited_time: new Date(changedAt).toISOString(),
          properties: { Note: { id: "n", type: "rich_text", rich_text: [{ plain_text: text }] } },
        }));
      },
      setNow: (time) => {
        now = time;
      },
      textOf: ({ Note }) => Note,
    });
  } finally {
    await app.close();
    await upstream.close();
  }
});
