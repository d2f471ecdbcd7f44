import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RestConfig } from "./config/rest-config.js";
import { restConnector } from "./rest-connector.js";

let upstream: Server;
let base: string;
let apps: App[] = [];
let logins = 0;
/** Page before which the sign-in expires once. */
let endsBefore: number | undefined;

const stations = Array.from({ length: 5 }, (_, index) => ({
  id: 9_007_199_254_740_990n + BigInt(index),
  name: `Station ${index}`,
  place: { city: index % 2 === 0 ? "Oslo" : "Rome", at: { lat: index / 2 } },
  tags: ["a", "b"],
  parts: [{ x: 1 }],
  since: "2026-03-03T10:00:00Z",
}));

function isSignedIn({ headers, url = "" }: IncomingMessage): boolean {
  const { authorization } = headers;
  return (
    headers["x-api-key"] === "k1" ||
    url.includes("key=k1") ||
    authorization === "Bearer k1" ||
    authorization === `Basic ${Buffer.from("ada:k1").toString("base64")}`
  );
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString())).on("end", () => resolve(text));
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "", "http://api.example");
  const json = (value: unknown) => {
    response.setHeader("content-type", "application/json");
    const text = JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? `#${one}#` : one));
    response.end(text.replaceAll(/"#(\d+)#"/g, "$1"));
  };
  if (url.pathname === "/v1/login") {
    logins += 1;
    const isRight = (await bodyOf(request)) === '{"user":"ada","pass":"k1"}';
    response.statusCode = isRight ? 200 : 401;
    json({ data: { token: isRight ? "k1" : "" } });
  } else if (!isSignedIn(request) || Number(url.searchParams.get("page") ?? -1) === endsBefore) {
    endsBefore = undefined;
    response.statusCode = 401;
    json({ error: "who are you?" });
  } else if (url.pathname === "/v1/me") json({ user: { name: "Ada" } });
  else if (url.pathname === "/v1/cities")
    json({
      data: [
        { code: "Oslo", label: "Oslo!" },
        { code: "Rome", label: "Rome!" },
      ],
    });
  else if (url.pathname === "/v1/stations") {
    const page = Number(url.searchParams.get("page"));
    json({
      data: { items: stations.slice(page * 2 - 2, page * 2), seen: [...url.searchParams.entries()] },
      total: stations.length,
    });
  } else if (url.pathname === "/v1/cities/a%2Fb/lines") response.end('{"a":1}\n{"a":2,"b":{"c":null}}\r\n');
  else if (url.pathname === "/v1/table")
    response.end('\uFEFFid;name;n\r\n1;"a ""b""; c";5\r\n2;"two\nlines";\r\n');
  else {
    response.statusCode = 404;
    json({});
  }
}

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    upstream.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
});

afterAll(async () => {
  for (const app of apps) await app.close();
  apps = [];
  upstream.closeAllConnections();
  upstream.close();
});

function config(changes: Partial<RestConfig> = {}): RestConfig {
  return {
    id: "stations",
    name: "Weather stations",
    baseUrl: base,
    account: { kind: "header", header: "X-Api-Key" },
    check: { path: "me", name: "user.name" },
    sources: {
      stations: {
        name: "Stations",
        path: "stations",
        items: "data.items",
        query: { city: "{city}", since: "{seen.min|date}", fixed: 1 },
        paging: { kind: "pageNumber", total: "total" },
        filter: {
          city: {
            type: "list",
            optional: true,
            options: { path: "cities", items: "data", value: "code", title: "label" },
          },
          seen: { type: "date", optional: true },
        },
      },
      picked: {
        name: "Picked",
        path: "stations",
        items: "data.items",
        paging: { kind: "pageNumber", total: "total" },
        fields: {
          id: "id",
          city: { type: "text", path: "place.city" },
          lat: { type: "number", path: "place.at.lat" },
          gone: "bool",
        },
      },
      lines: {
        name: "Lines",
        path: "cities/{city}/lines",
        format: "ndjson",
        filter: { city: { type: "text" } },
      },
      table: { name: "Table", path: "table", format: "csv", fields: { id: "id", name: "text", n: "number" } },
      missing: { name: "Missing", path: "nothing-here" },
    },
    ...changes,
  };
}

async function serve(changes: Partial<RestConfig> = {}) {
  const app = await createApp({ connectors: [restConnector(config(changes))], logger: silent });
  apps.push(app);
  const { url } = await app.listen({ port: 0 });
  return async (path: string, body: unknown) => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
}

const account = { auth: "key", token: "k1" };

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("restConnector()", () => {
  it.each<[string, Partial<RestConfig>, Record<string, string>]>([
    ["a header", {}, { token: "k1" }],
    ["a query argument", { account: { kind: "query", parameter: "key" } }, { token: "k1" }],
    ["a bearer token", { account: { kind: "bearer" } }, { token: "k1" }],
    ["user and password", { account: { kind: "basic" } }, { user: "ada", password: "k1" }],
    [
      "a login",
      {
        account: {
          kind: "login",
          path: "login",
          body: { user: "{user}", pass: "{password}" },
          token: "data.token",
        },
      },
      { user: "ada", password: "k1" },
    ],
  ])("checks an account of %s and names it", async (_what, changes, fields) => {
    const post = await serve(changes);
    expect(await post("/validate", { fields })).toMatchObject({ status: 200, body: { name: "Ada" } });
    const wrong = Object.fromEntries(Object.keys(fields).map((key) => [key, "nope"]));
    expect(await post("/validate", { fields: wrong })).toMatchObject({
      status: 401,
      body: { code: "account_invalid" },
    });
  });

  it("signs in once per request, not once per page, and again when the sign-in has ended", async () => {
    const post = await serve({
      account: {
        kind: "login",
        path: "login",
        body: { user: "{user}", pass: "{password}" },
        token: "data.token",
      },
    });
    const before = logins;
    const { body } = await post("/", {
      source: "stations",
      account: { user: "ada", password: "k1" },
      filter: {},
    });
    expect(body).toHaveLength(5);
    expect(logins).toBe(before + 1);
    endsBefore = 2;
    const again = await post("/", {
      source: "stations",
      account: { user: "ada", password: "k1" },
      filter: {},
    });
    expect(again.body).toEqual(body);
    expect(logins).toBe(before + 3);
  });

  it("reads all pages, flat, ids whole", async () => {
    const post = await serve();
    const { status, body } = await post("/", { source: "stations", account, filter: {} });
    expect({ status, length: (body as unknown[]).length }).toEqual({ status: 200, length: 5 });
    expect((body as unknown[])[4]).toEqual({
      id: "9007199254740994",
      name: "Station 4",
      "place.city": "Oslo",
      "place.at.lat": 2,
      tags: ["a", "b"],
      parts: '[{"x":1}]',
      since: "2026-03-03T10:00:00Z",
    });
  });

  it("reads declared columns", async () => {
    const post = await serve();
    const { body } = await post("/", { source: "picked", account, filter: {}, limit: 1 });
    expect(body).toEqual([{ id: "9007199254740990", city: "Oslo", lat: 0, gone: null }]);
  });

  it("reads NDJSON, with a filter value in the path that stays one segment", async () => {
    const post = await serve();
    const { body } = await post("/", { source: "lines", account, filter: { city: "a/b" } });
    expect(body).toEqual([{ a: 1 }, { a: 2, "b.c": null }]);
    expect(await post("/", { source: "lines", account, filter: { city: ".." } })).toMatchObject({
      status: 400,
      body: { code: "invalid_field" },
    });
  });

  it("reads CSV", async () => {
    const post = await serve();
    const { body } = await post("/", { source: "table", account, filter: {} });
    expect(body).toEqual([
      { id: "1", name: 'a "b"; c', n: 5 },
      { id: "2", name: "two\nlines", n: null },
    ]);
  });

  it("offers live options and puts the chosen value and the date into the query", async () => {
    const post = await serve();
    const options = await post("/datalist?source=stations&field=city", account);
    expect(options.body).toEqual([
      { title: "Oslo!", name: "Oslo!", value: "Oslo" },
      { title: "Rome!", name: "Rome!", value: "Rome" },
    ]);
    const seen: string[] = [];
    upstream.once("request", ({ url }: IncomingMessage) => seen.push(url ?? ""));
    await post("/", { source: "stations", account, filter: { city: "Rome", seen: { _min: "2026-03-01" } } });
    expect(seen[0]).toBe("/v1/stations?city=Rome&since=2026-03-01&fixed=1&page=1");
  });

  it("infers columns from a sample", async () => {
    const post = await serve();
    const { status, body } = await post("/schema", { source: "stations", account, filter: {} });
    const types = Object.entries(body as Record<string, { type: string }>).map(([id, { type }]) => [
      id,
      type,
    ]);
    expect({ status, types }).toEqual({
      status: 200,
      types: [
        ["id", "id"],
        ["name", "text"],
        ["place.city", "text"],
        ["place.at.lat", "number"],
        ["tags", "array[text]"],
        ["parts", "text"],
        ["since", "date"],
      ],
    });
  });

  it("reports when the API has no such address, or the response is not a list", async () => {
    const post = await serve();
    expect(await post("/", { source: "missing", account, filter: {} })).toMatchObject({ status: 400 });
    const odd = await serve({ sources: { me: { name: "Me", path: "me" } } });
    expect(await odd("/", { source: "me", account, filter: {} })).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/expected an array of items, got object/) as string },
    });
  });
});
