import { readFileSync } from "node:fs";
import { readRestConfig, restConnector } from "@wellhead/rest";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import type { Connector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerAsShop, orders } from "./upstream.js";

let shop: TestUpstream;
let service: { readonly url: string; close(): Promise<void> };

beforeAll(async () => {
  shop = await startUpstream(answerAsShop);
  process.env["SHOP_URL"] = shop.url;
  const modules = await Promise.all([
    import("./accounts.js"),
    import("./children.js"),
    import("./events.js"),
    import("./forms.js"),
    import("./lists.js"),
  ]);
  const connectors: Connector[] = [
    ...modules.flatMap((module) => Object.values(module)),
    ...["login", "export-job", "list-per-parent", "open-data"].map(readApi),
  ];
  const allow = Object.fromEntries(connectors.map(({ id }) => [id, "127.0.0.1/32:*"]));
  const app = await createApp({
    connectors,
    allow,
    logger: false,
    // Addresses of files and webhooks are sealed with it.
    accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
  });
  service = { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
});

afterAll(async () => {
  await service.close();
  await shop.close();
  delete process.env["SHOP_URL"];
});

function readApi(name: string): Connector {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), "utf8");
  return restConnector(readRestConfig({ ...(JSON.parse(text) as object), baseUrl: shop.url }));
}

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${service.url}/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

it.each([
  ["key-in-header", "orders", { auth: "key", token: "right" }],
  ["signed-requests", "orders", { auth: "signed", key: "k1", secret: "hush" }],
  ["login", "orders", { auth: "login", user: "ada", password: "secret" }],
  ["lists", "cursor-in-header", {}],
  ["lists", "graphql", {}],
  ["two-step-login", "orders", { auth: "person", user: "ada", secret: "secret" }],
  ["client-credentials", "orders", { auth: "client", id: "ada", secret: "secret" }],
  ["lists", "search", {}],
  ["lists", "search-after", {}],
  ["lists", "after-last-id", {}],
  ["lists", "large-response", {}],
  ["lists", "ndjson", {}],
  ["export-job", "orders", {}],
])("the recipe %s reads all orders from %s", async (connector, source, account) => {
  expect(await post(connector, { source, account })).toEqual({ status: 200, body: orders });
});

it("the recipes of a bought token refuse a wrong secret, and use a token that is still valid", async () => {
  const sign = (secret: string) => ({ source: "orders", account: { auth: "client", id: "ada", secret } });
  expect(await post("client-credentials", sign("wrong"))).toMatchObject({ status: 401 });
  expect(await post("client-credentials", sign("secret"))).toEqual({ status: 200, body: orders });
});

it("the recipe of an address per customer sends each token to its own address", async () => {
  const read = (name: string, token: string) =>
    post("address-per-customer", {
      source: "orders",
      account: { auth: "customer", address: `${shop.url}/${name}`, token },
    });
  expect(await read("ada", "of ada")).toEqual({ status: 200, body: orders.slice(0, 1) });
  expect(await read("bob", "of bob")).toEqual({ status: 200, body: orders.slice(1) });
  expect(await read("bob", "of ada")).toMatchObject({ status: 401 });
});

it("the recipes of errors report an expired session, and a failure with status 200", async () => {
  const account = { auth: "token", token: "old" };
  expect(await post("expired-without-401", { source: "orders", account })).toMatchObject({
    status: 401,
    body: { code: "account_invalid" },
  });
  expect(await post("fault-with-status-200", { source: "orders" })).toMatchObject({
    body: { code: "upstream_unavailable" },
  });
});

it("the recipes of nested items and of lists per parent return one row per item", async () => {
  expect((await post("lists", { source: "lines" })).body).toEqual([
    { order: "b", product: "tea", amount: 2 },
    { order: "b", product: "cup", amount: 1 },
  ]);
  expect((await post("list-per-parent", { source: "orders" })).body).toEqual([
    { id: "a", total: 10, customer: "ada" },
    { id: "b", total: 20.5, customer: "bob" },
    { id: "c", total: 30, customer: "bob" },
  ]);
});

it("the recipes of forms offer dependent options, and pass filters on", async () => {
  const options = await post("forms/datalist?source=streets&field=city&country=dk", {});
  expect(options.body).toMatchObject([{ value: "aarhus" }]);
  const streets = { source: "streets", filter: { country: "dk", city: "aarhus" } };
  expect((await post("forms", streets)).body).toEqual([{ id: "1", name: "Havnegade" }]);

  const range = { _min: "2026-01-01", _max: "2026-01-31" };
  expect((await post("forms", { source: "placed", filter: { placed: range } })).body).toMatchObject([
    { id: "2026-01-01T00:00:00.000Z" },
    { id: "2026-01-31T23:59:59.999Z" },
  ]);
  expect((await post("open-data", { source: "prices", filter: { currency: "USD" } })).body).toEqual([
    { id: "1", price: 2.5 },
    { id: "2", price: 2.5 },
  ]);
});

it("the recipes of columns and sources that are found at run time describe what the API has", async () => {
  expect((await post("forms/schema", { source: "products" })).body).toMatchObject({
    id: { type: "id" },
    tags: { type: "array[text]" },
    weight: { type: "number" },
    colour: { type: "text" },
    sold: { type: "bool" },
  });
  expect((await post("warehouses", { source: "north" })).body).toEqual([{ product: "tea", amount: 7 }]);
});

it("the recipe of changes asks for what changed, and for what was deleted", async () => {
  const run = { requestedType: "changes", account: {}, lastSynchronizedAt: "2026-01-02T12:00:00.000Z" };
  const changed = await post("forms/api/v1/synchronizer/data", run);
  expect(changed.body).toMatchObject({
    synchronizationType: "delta",
    items: [{ id: "since 2026-01-02T11:50:00.000Z" }],
    pagination: { hasNext: true },
  });
  const { pagination } = changed.body as { readonly pagination: { readonly nextPageConfig: unknown } };
  const next = { ...run, pagination: pagination.nextPageConfig };
  expect((await post("forms/api/v1/synchronizer/data", next)).body).toMatchObject({
    items: [{ id: "z", __syncAction: "REMOVE" }],
  });
});

it("the recipe of paged children returns the rows of all pages of all parents", async () => {
  expect((await post("children", { source: "orders" })).body).toEqual([
    { id: "a", total: 10, customer: "ada" },
    { id: "b", total: 20.5, customer: "bob" },
    { id: "c", total: 30, customer: "bob" },
  ]);
});

it("the recipe of file downloads returns the bytes of the file that a row names", async () => {
  const run = { requestedType: "receipts", account: {} };
  const { body } = await post("children/api/v1/synchronizer/data", run);
  const [row] = (body as { readonly items: ReadonlyArray<{ readonly receipt: string }> }).items;
  const params = Object.fromEntries(new URL(row?.receipt ?? "").searchParams);
  const response = await fetch(`${service.url}/children/api/v1/synchronizer/resource`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: {}, params }),
  });
  expect(await response.text()).toBe("One tea, paid");
  expect(response.headers.get("content-disposition")).toContain("a.txt");
});

it("the recipe of webhooks turns events into changed and deleted rows", async () => {
  const account = { auth: "none" };
  const hooks = "events/api/v1/synchronizer/webhooks";
  const registered = await post(hooks, {
    account,
    types: ["paid"],
    filter: {},
    url: "https://platform.example/w",
  });
  expect(registered).toMatchObject({ status: 200, body: { types: ["paid"] } });
  const event = (kind: string) =>
    post(`${hooks}/transform`, {
      payload: { kind, order: { id: "a", paid: 1_767_225_600 } },
      params: {},
      account,
      types: ["paid"],
      filter: {},
    });
  expect((await event("paid")).body).toEqual({
    data: { paid: [{ id: "a", name: "a", paid: "2026-01-01T00:00:00.000Z", __syncAction: "SET" }] },
  });
  expect((await event("removed")).body).toEqual({ data: { paid: [{ id: "a", __syncAction: "REMOVE" }] } });
});

it("the recipe of epoch dates sends and returns seconds", async () => {
  const paid = { _min: "2026-01-01", _max: "2026-01-31" };
  expect((await post("events", { source: "paid", filter: { paid } })).body).toEqual([
    { id: "1767225600-1769903999", paid: "2026-01-01T00:00:00.000Z" },
  ]);
});
