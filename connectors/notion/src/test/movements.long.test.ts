import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { notionConnector } from "../notion-connector.js";
import { notionContent } from "./notion-content.js";
import { type NotionPage, secret, startNotion } from "./start-notion.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

/** Reads rows from a server whose cursors count rows, which is the worst that the documentation allows. */
async function read(list: MovingItems, perMinute: number) {
  const { dataSource } = notionContent(0);
  const upstream = await startNotion(({ url }) => {
    const items = url.pathname.endsWith("/query") ? list.nextPage() : list.items;
    return { dataSource, pages: items.map((item) => pageOf(item, perMinute)) };
  });
  try {
    const connector = notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false });
    const account = { auth: "token", token: secret };
    const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["page id"]);
    return await readServed(connector, { source: "rows", account, filter: { source: "ds1" }, idOf });
  } finally {
    await upstream.close();
  }
}

function pageOf({ id, name, updated }: MovingItem, perMinute: number): NotionPage {
  const minute = new Date(Date.UTC(2026, 0, 1) + Math.floor(id / perMinute) * 60_000).toISOString();
  return {
    id: String(id),
    url: "https://notion.so/",
    created_time: minute,
    last_edited_time: new Date(updated).toISOString(),
    properties: { Name: { id: "p%3A0", type: "title", title: [{ type: "text", plain_text: name }] } },
  };
}

/** Reads pages from a search whose cursors count pages. */
async function readPages(list: MovingItems) {
  const { dataSource } = notionContent(0);
  const upstream = await startNotion(({ url }) => {
    const items = url.pathname.endsWith("/search") ? list.nextPage() : list.items;
    const found = items.map((item) => ({
      ...pageOf(item, 1),
      parent: { type: "workspace", workspace: true },
    }));
    return { dataSource, pages: [], found };
  });
  try {
    const connector = notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false });
    const account = { auth: "token", token: secret };
    const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["id"]);
    const filter = { without_text: true };
    return await readServed(connector, { source: "pages", account, filter, idOf });
  } finally {
    await upstream.close();
  }
}

describeMovingLists({
  pages: { count: 350, read: (list) => readPages(list) },
  "rows of one per minute": { count: 350, read: (list) => read(list, 1) },
  "rows of 30 per minute": { count: 350, read: (list) => read(list, 30) },
  "rows of 1,000 per minute": { count: 350, read: (list) => read(list, 1000) },
});
