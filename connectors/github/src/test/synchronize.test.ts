import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream } from "@wellhead/runtime/testing";
import { serveHistory } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { githubConnector } from "../github-connector.js";
import { type ListedItem, listPage } from "./github-list.js";

interface Item extends ListedItem {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

it.each([
  ["issues", /\/issues$/, 1],
  ["pull-requests", /\/pulls$/, 1],
  ["pull-requests", /\/pulls$/, 2],
  ["comments", /\/issues\/comments$/, 1],
  ["review-comments", /\/pulls\/comments$/, 1],
] as const)("copies %s that change between runs (%s, history %i)", async (requestedType, path, seed) => {
  let items: readonly Item[] = [];
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const upstream = await startUpstream(({ url }) => {
    if (!path.test(url.pathname)) return { status: 404, body: { message: "Not Found" } };
    if (url.pathname.endsWith("/comments")) url.searchParams.set("state", "all");
    return listPage(items, url);
  });
  try {
    const copied = serveHistory({
      connector: githubConnector({ baseUrl: upstream.url, site: "https://github.com", signIn: false }),
      seed,
      request: {
        requestedType,
        account: { auth: "token", token: "github_pat_right" },
        filter: { owner: "ada", repository: "engine" },
      },
      setRows: (rows) => {
        items = rows.map(({ id, text, createdAt, changedAt }) => ({
          id: Number(id),
          number: Number(id),
          title: text,
          body: text,
          state: "open",
          created_at: new Date(createdAt).toISOString(),
          updated_at: new Date(changedAt).toISOString(),
        }));
      },
      fullEveryDays: 7,
      textOf: ({ body, title }) => title ?? body,
    });
    await expect(copied).resolves.toBeUndefined();
  } finally {
    await upstream.close();
  }
});
