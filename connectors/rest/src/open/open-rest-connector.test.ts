import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRestConnector } from "./open-rest-connector.js";

let upstream: TestUpstream;
let app: App;
let url: string;
let address: string;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startUpstream(({ url: asked, headers }) => {
    if (headers["x-api-key"] !== "k1") return { status: 401, body: {} };
    if (asked.pathname === "/v1/me") return { body: {} };
    const cursor = Number(asked.searchParams.get("cursor") ?? 0);
    const next = cursor < 2 ? cursor + 1 : null;
    return { body: { data: [{ id: cursor, asked: asked.searchParams.get("q") }], next } };
  });
  address = `${upstream.url}/v1`;
  app = await createApp({ connectors: [openRestConnector()], logger: silent });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  await upstream.close();
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

function accountOf(key: string, check = "me"): object {
  return { auth: "key", address, header: "X-Api-Key", key, check };
}

const filter = {
  path: "things?q=a{b}",
  items: "data",
  paging: "cursorInBody",
  settings: '{"cursor":"next"}',
};

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("openRestConnector()", () => {
  it("tries the account where the person says, and names it after the host", async () => {
    const good = await post("/validate", { id: "key", fields: accountOf("k1") });
    expect(good).toMatchObject({ status: 200, body: { name: new URL(address).host } });
    expect(await post("/validate", { id: "key", fields: accountOf("k2") })).toMatchObject({ status: 401 });
  });

  it("reads what the filter describes, page by page", async () => {
    const { status, body } = await post("/", { source: "list", account: accountOf("k1"), filter });
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { id: 0, asked: "a{b}" },
        { id: 1, asked: "a{b}" },
        { id: 2, asked: "a{b}" },
      ],
    });
    const typed = { ...filter, path: "things", query: '{"q": 5}' };
    const found = await post("/", { source: "list", account: accountOf("k1"), filter: typed, limit: 1 });
    expect(found.body).toEqual([{ id: 0, asked: "5" }]);
  });

  it("infers the columns", async () => {
    const { body } = await post("/schema", { source: "list", account: accountOf("k1"), filter });
    expect(body).toMatchObject({ id: { type: "id" }, asked: { type: "text" } });
  });

  it.each([
    [{ query: "{" }, "query", /it is not JSON/],
    [{ query: "[1]" }, "query", /expected an object, got \[1\]/],
    [{ settings: '{"cursr":"next"}' }, "settings", /cursr: expected one of .*, got an unknown member/],
    [{ settings: "" }, "settings", /cursor: expected a value, got nothing/],
  ])("names the field that cannot be used: %j", async (changes, field, sentence) => {
    const body = { source: "list", account: accountOf("k1"), filter: { ...filter, ...changes } };
    expect(await post("/validate/filter", body)).toMatchObject({
      status: 400,
      body: { field, error: expect.stringMatching(sentence) as string },
    });
  });

  it("refuses an address inside the network that the operator did not allow", async () => {
    const account = { auth: "open", address: "http://169.254.169.254/latest" };
    expect(await post("/", { source: "list", account, filter: { path: "meta-data" } })).toMatchObject({
      status: 400,
    });
  });
});
