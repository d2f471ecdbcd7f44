import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restConnector } from "../rest-connector.js";

let upstream: TestUpstream;
let app: App;
let address: string;
/** A link to a next page, which an unpaged list must not follow. */
const headers = { link: '</next>; rel="next"' };
/** Paths and queries that the API was asked for. */
const asked: string[] = [];

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url }) => {
    asked.push(`${url.pathname}${url.search}`);
    if (url.pathname === "/start") return { body: { id: 7 } };
    if (url.pathname === "/state") return { body: { state: "ready" } };
    if (["/keyed", "/file"].includes(url.pathname)) return { headers, body: { a: { n: 1 }, b: { n: 2 } } };
    return { headers, body: Number(url.searchParams.get("page") ?? 1) > 2 ? [] : [{ n: asked.length }] };
  });
  const none = { paging: { kind: "none" } } as const;
  const connector = restConnector({
    id: "api",
    name: "API",
    baseUrl: upstream.url,
    paging: { kind: "pageNumber" },
    sources: {
      paged: { name: "Paged", path: "paged" },
      plain: { name: "Plain", path: "plain", ...none },
      posted: { name: "Posted", path: "posted", body: { a: 1 }, ...none },
      keyed: { name: "Keyed", path: "keyed", keyed: "key", ...none },
      children: {
        name: "Children",
        path: "child",
        query: { of: "{parent}" },
        parents: { path: "parents", value: "n", ...none },
        ...none,
      },
      exported: {
        name: "Exported",
        path: "file",
        query: { of: "{job}" },
        keyed: "key",
        job: { start: { path: "start" }, id: "id", status: "state", state: "state", done: ["ready"] },
      },
    },
  });
  app = await createApp({ connectors: [connector], logger: false });
  ({ url: address } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  await upstream.close();
});

/** Reads a source, and returns the number of rows and what the API was asked for. */
async function read(source: string): Promise<{ readonly rows: number; readonly asked: readonly string[] }> {
  asked.length = 0;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source, filter: {}, account: { auth: "none" } }),
  });
  expect(response.status).toBe(200);
  const rows = (await response.json()) as readonly unknown[];
  return { rows: rows.length, asked: [...asked] };
}

it("pages a list by the paging of the file", async () => {
  const { rows, asked: paths } = await read("paged");
  expect(rows).toBe(2);
  expect(paths).toContain("/paged?page=3");
});

it.each([
  ["plain", 1, ["/plain"]],
  ["posted", 1, ["/posted"]],
  ["keyed", 2, ["/keyed"]],
  ["children", 1, ["/parents", "/child?of=1"]],
  ["exported", 2, ["/start", "/state", "/file?of=7"]],
])("reads %s as one response, without arguments of the file's paging", async (source, rows, paths) => {
  const result = await read(source);
  expect(new Set(result.asked)).toEqual(new Set(paths));
  expect(result.rows).toBe(rows);
});
