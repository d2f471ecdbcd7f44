import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { Connector, type PagesOptions } from "../src/index.js";
import { startForeignConnector } from "./foreign-connector.js";
import { pagesOf } from "./pages-of.js";

test("pages() sends what it is given, and the schema unless the fields of the type have their column", async () => {
  const raw = {
    plain: { name: { type: "text" } },
    exact: { id: { type: "id" }, name: { type: "text", column: { type: "text" } } },
  };
  const { url, seen } = await startForeignConnector({
    "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [{ id: "none" }] },
    "POST /api/v1/synchronizer/schema": raw,
    "POST /api/v1/synchronizer/data": { items: [] },
  });
  const { synchronizer } = new Connector(url);
  const schema = await synchronizer.schema();
  const account = { auth: "none", identifier: "none" };
  const bare = { types: [], account, filter: {} };
  const sent = async (options: PagesOptions) => {
    await pagesOf(synchronizer.pages(options));
    return seen.at(-1)?.body;
  };
  for (const type of ["plain", "unknown"])
    expect(await sent({ type, schema, exact: false })).toEqual({ ...bare, requestedType: type, schema: raw });
  expect(await sent({ type: "exact", schema })).toEqual({ ...bare, requestedType: "exact" });
  const more = {
    types: ["plain"],
    filter: { a: 1 },
    version: "1",
    operationId: "2",
    lastSynchronizedAt: "3",
  };
  const from = { pagination: { page: 4 }, pages: 4 };
  expect(await sent({ ...more, type: "plain", exact: true, from })).toEqual({
    ...more,
    account,
    requestedType: "plain",
    exact: true,
    pagination: { page: 4 },
  });
});

test("pages() requests a page while another one is processed from the second on, none after the last, and ends with its signal", async () => {
  const data = (seen: { readonly body: Readonly<Record<string, unknown>> }, response: ServerResponse) => {
    const page = Number(seen.body["pagination"] ?? 1);
    const pagination = { hasNext: page < 4, nextPageConfig: page + 1 };
    response.end(JSON.stringify({ items: [{ id: page }], pagination }));
  };
  const { url, seen } = await startForeignConnector({
    "GET /": { name: "x", responsibleFor: { dataSynchronization: true }, authentication: [{ id: "none" }] },
    "POST /api/v1/synchronizer/data": data,
    "POST /api/v1/synchronizer/config": { types: [] },
    "POST /api/v1/synchronizer/datalist": { items: {} },
  });
  const sent: string[] = [];
  const { synchronizer } = new Connector(url, { observe: (request) => void sent.push(request.url.pathname) });
  const asked = () => sent.filter((path) => path.endsWith("/data")).length;
  const pages = synchronizer.pages({ type: "x" });
  await pages.next();
  await pages.return();
  expect(asked()).toBe(1);
  const all = await pagesOf(synchronizer.pages({ type: "x" }));
  expect(all.map(({ rows }) => rows)).toEqual([1, 2, 3, 4].map((id) => [{ id }]));
  expect(asked()).toBe(5);
  const ended = new AbortController();
  const ending = synchronizer.pages({ type: "x", signal: ended.signal });
  await ending.next();
  ended.abort(new Error("enough"));
  await expect(ending.next()).rejects.toThrow("enough");
  await synchronizer.config({ account: { auth: "none" }, validate: false });
  expect(seen.at(-1)?.body).toEqual({ account: { auth: "none", identifier: "none" } });
  await expect(synchronizer.options({ field: "f" })).rejects.toThrow('expected an object with "items"');
});
