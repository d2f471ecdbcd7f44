import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { notionConnector } from "../notion-connector.js";
import { type NotionPage, secret, startNotion } from "./start-notion.js";

const dataSource = {
  object: "data_source",
  id: "ds1",
  title: [],
  properties: { Note: { id: "n", name: "Note", type: "rich_text" } },
};

it.each([1, 2])("copies rows that change between runs (history %i)", async (seed) => {
  let pages: readonly NotionPage[] = [];
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const upstream = await startNotion(() => ({ dataSource, pages }));
  const connector = notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false });
  try {
    const copied = serveHistory({
      connector,
      seed,
      // Notion rounds times down to the minute.
      precisionMs: 60_000,
      request: {
        requestedType: "rows",
        account: { auth: "token", token: secret },
        filter: { source: "ds1" },
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
      textOf: ({ Note }) => Note,
    });
    await expect(copied).resolves.toBeUndefined();
  } finally {
    await upstream.close();
  }
});
