import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import type { SourceConfig } from "../config/source-config.js";
import { restConnector } from "../rest-connector.js";

const fields = { id: "id", name: "text" } as const;
const list = { name: "List", fields } as const;

/** A source of every kind that a configuration can describe: format, paging, and where the list is. */
const sources: Readonly<Record<string, SourceConfig>> = {
  whole: { ...list, path: "whole" },
  nested: { ...list, path: "nested", items: "data.items" },
  inferred: { name: "Inferred", path: "whole" },
  numbered: { ...list, path: "numbered", items: "items", paging: { kind: "pageNumber", total: "total" } },
  offset: { ...list, path: "offset", paging: { kind: "offset", size: { parameter: "n", value: 1 } } },
  cursor: { ...list, path: "cursor", items: "items", paging: { kind: "cursorInBody", cursor: "next" } },
  urls: { ...list, path: "urls", items: "items", paging: { kind: "nextUrlInBody", next: "next" } },
  links: { ...list, path: "links", paging: { kind: "linkHeader" } },
  posted: { ...list, path: "posted", body: { kind: "ships" } },
  graphql: { ...list, path: "graphql", graphql: { query: "{ ships { id name } }" }, items: "data.ships" },
  keyed: { ...list, path: "keyed", items: "rates", keyed: "id" },
  lines: { ...list, path: "lines", format: "ndjson" },
  table: { ...list, path: "table", format: "csv" },
  children: { ...list, path: "projects/{parent}", parents: { path: "projects", value: "id" } },
  exported: {
    ...list,
    path: "exports/{job}/file",
    format: "csv",
    job: {
      start: { path: "exports" },
      id: "id",
      status: "exports/{job}",
      state: "state",
      done: ["ready"],
      pollSeconds: 0.001,
      maxSeconds: 0.002,
    },
  },
  filtered: {
    ...list,
    path: "whole",
    query: { city: "{city}" },
    filter: { city: { type: "list", options: { path: "cities", items: "data", value: "code" } } },
  },
};

/** The second row is the longest, so that half a response ends inside it. */
const items = [
  { id: "a", name: "Ada" },
  { id: "b".repeat(60), name: "Bob" },
];
const csv = { headers: { "content-type": "text/csv" }, body: `id,name\na,Ada\n${"b".repeat(60)},Bob\n` };

const answers: Readonly<Record<string, UpstreamAnswer>> = {
  "/me": { body: { name: "Ada" } },
  "/login": { body: { token: "right" } },
  "/whole": { body: items },
  "/nested": { body: { data: { items } } },
  "/posted": { body: items },
  "/graphql": { body: { data: { ships: items } } },
  "/keyed": { body: { rates: { a: { name: "Ada" } } } },
  "/lines": { body: items.map((item) => JSON.stringify(item)).join("\n") },
  "/table": csv,
  "/projects": { body: [{ id: 1 }, { id: 2 }] },
  "/projects/1": { body: items },
  "/projects/2": { body: items },
  "/exports": { body: { id: "seven" } },
  "/exports/seven": { body: { state: "ready" } },
  "/exports/seven/file": csv,
  "/cities": { body: { data: [{ code: "bn" }] } },
};

/** Returns one of two pages with one item each. */
function answer({ url }: UpstreamRequest): UpstreamAnswer {
  const known = answers[url.pathname];
  if (known !== undefined) return known;
  const index = Number(url.searchParams.get("offset") ?? Number(url.searchParams.get("page") ?? 1) - 1);
  const page = items.slice(index, index + 1);
  const next = new URL(url);
  next.searchParams.set("page", "2");
  const more = index === 0;
  switch (url.pathname) {
    case "/numbered":
      return { body: { items: page, total: 2 } };
    case "/offset":
      return { body: page };
    case "/cursor": {
      const isFirst = !url.searchParams.has("cursor");
      return { body: { items: items.slice(isFirst ? 0 : 1, isFirst ? 1 : 2), next: isFirst ? "c1" : null } };
    }
    case "/urls":
      return { body: { items: page, next: more ? next.href : null } };
    case "/links":
      return { headers: more ? { link: `<${next.href}>; rel="next"` } : {}, body: page };
    default:
      return { status: 404, body: {} };
  }
}

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startUpstream(answer);
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const body = { user: "{user}", pass: "{password}" };
        const connector = restConnector({
          id: "api",
          name: "API",
          baseUrl: address,
          account: { kind: "login", path: "login", body, token: "token" },
          check: { path: "me", name: "name" },
          sources,
        });
        const app = await createApp({ connectors: [connector], logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "login", user: "ada", password: "right" }),
      mayBeEmpty: /\/lines$/,
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  } finally {
    await upstream.close();
  }
}, 600_000);
