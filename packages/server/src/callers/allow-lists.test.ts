import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { configureEgress, dial } from "@wellhead/runtime";
import { type Connector, defineConnector, fields, none, text } from "@wellhead/sdk";
import { oauthConnector } from "@wellhead/test-support/oauth/oauth-connector";
import { QuirksServer } from "@wellhead/test-support/oauth/quirks-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StartedApp, type StartOptions, startApp } from "../../test/start-app.js";
import { createApp } from "../fastify/create-app.js";
import { AllowLists } from "./allow-lists.js";

/** Connects to any address it is given, over HTTP and over TCP. */
function dialling(id: string, reach?: readonly string[]): Connector {
  return defineConnector({
    id,
    name: id,
    version: "1",
    description: "Dials",
    http: { baseUrl: "https://dialling.example", redirects: 3 },
    accounts: {
      none: none(),
      narrow: { ...fields({ title: "Narrow", fields: {} }), ...(reach && { reach }) },
    },
    sources: (source) => ({
      http: source({
        name: "HTTP",
        filter: { url: text() },
        async *rows({ http, filter }) {
          yield [{ text: await http.get(filter.url).text() }];
          // Each later batch is read in its own turn of the event loop.
          yield [{ text: await http.get(filter.url).text() }];
        },
      }),
      tcp: source({
        name: "TCP",
        filter: { host: text(), port: text() },
        rows: async ({ filter }) => {
          (await dial({ host: filter.host, port: Number(filter.port) })).destroy();
          return [{ text: "connected" }];
        },
      }),
    }),
  });
}

let inside: Server;
let port: number;
let hits = 0;
const opened: StartedApp[] = [];

beforeEach(async () => {
  hits = 0;
  inside = createServer((request, response) => {
    hits += 1;
    const target = new URL(request.url ?? "/", "http://inside").searchParams.get("to");
    if (target === null) response.end("inside");
    else response.writeHead(302, { location: target }).end();
  });
  await new Promise<void>((resolve) => {
    inside.listen(0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address of this type.
  port = (inside.address() as AddressInfo).port;
  configureEgress({ allow: "" });
});
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
  inside.close();
  configureEgress({ allow: "" });
});

async function start(
  options: StartOptions,
  connectors = [dialling("open"), dialling("shut")],
): Promise<StartedApp> {
  const started = await startApp(connectors, {
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
    ...options,
  });
  opened.push(started);
  return started;
}

interface Asked {
  readonly source?: string;
  readonly account?: object;
}

async function ask(
  started: StartedApp,
  id: string,
  filter: object,
  { source = "http", account = { auth: "none" } }: Asked = {},
) {
  const response = await started.post(`/${id}/`, { source, account, filter });
  return { status: response.status, body: await response.text() };
}

const refused = { status: 400, body: expect.stringContaining("Could not connect to the address") };

/** Spellings of the only allowed address. */
const spellings = ["127.0.0.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"];

test("one connector reaches a host that another one in the same process does not, in every spelling", async () => {
  const started = await start({ allow: { open: `127.0.0.1/32:${port}` } });
  for (const host of spellings) {
    const url = `http://${host}:${port}/`;
    expect(await ask(started, "open", { url }), host).toMatchObject({
      status: 200,
      body: '[{"text":"inside"},{"text":"inside"}]',
    });
    expect(await ask(started, "shut", { url }), host).toMatchObject(refused);
  }
  expect(hits).toBe(2 * spellings.length);
  const tcp = { host: "127.0.0.1", port: String(port) };
  expect(await ask(started, "open", tcp, { source: "tcp" })).toMatchObject({ status: 200 });
  expect(await ask(started, "shut", tcp, { source: "tcp" })).toMatchObject(refused);
  // Another port and the other loopback address are not on the list.
  for (const url of [`http://127.0.0.1:${port + 1}/`, `http://[::1]:${port}/`, `http://127.0.0.2:${port}/`])
    expect(await ask(started, "open", { url }), url).toMatchObject(refused);
});

test("concurrent responses of both keep their own lists", async () => {
  const started = await start({ allow: { open: `127.0.0.1/32:${port}` } });
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_unused, index) =>
      ask(started, index % 2 === 0 ? "open" : "shut", { url: `http://127.0.0.1:${port}/` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toStrictEqual(
    answers.map((_answer, index) => (index % 2 === 0 ? 200 : 400)),
  );
});

test("a connector's own list replaces that of the service, even when empty", async () => {
  configureEgress({ allow: `127.0.0.1/32:${port}` });
  const started = await start({ allow: { shut: "" } });
  const url = `http://127.0.0.1:${port}/`;
  expect((await ask(started, "open", { url })).status).toBe(200);
  expect(await ask(started, "shut", { url })).toMatchObject(refused);
});

test("a redirect leads no further than the list", async () => {
  const started = await start({ allow: { open: `127.0.0.1/32:${port}` } });
  const to = (target: string) => ({ url: `http://127.0.0.1:${port}/?to=${encodeURIComponent(target)}` });
  expect(await ask(started, "open", to(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
  expect(await ask(started, "open", to(`http://127.0.0.1:${port + 1}/`))).toMatchObject(refused);
  expect(await ask(started, "open", to(`http://[::1]:${port}/`))).toMatchObject(refused);
});

test("a name is judged by each address it has when it is dialled", async () => {
  let addresses = ["127.0.0.1"];
  configureEgress({ allow: "", resolve: async () => addresses });
  const started = await start({ allow: { open: `127.0.0.1/32:${port}` } });
  const filter = { host: "db.example", port: String(port) };
  const tcp = { source: "tcp" };
  expect(await ask(started, "open", filter, tcp)).toMatchObject({ status: 200 });
  expect(await ask(started, "shut", filter, tcp)).toMatchObject(refused);
  for (addresses of [["127.0.0.2"], ["127.0.0.1", "10.0.0.1"], ["::1"], ["::ffff:127.0.0.2"]])
    expect(await ask(started, "open", filter, tcp), addresses.join()).toMatchObject(refused);
});

test("an account kind narrows what the operator permits, and never widens it", async () => {
  configureEgress({ allow: "", resolve: async () => ["127.0.0.1"] });
  const narrow = { account: { auth: "narrow" }, source: "tcp" };
  const to = (host: string, at = port) => ({ host, port: String(at) });
  const reach = [`*.example:${port}`, "10.0.0.0/8:*"];
  const started = await start({ allow: { open: "127.0.0.1/32:*,10.0.0.0/8:1" } }, [
    dialling("open", reach),
    dialling("shut", reach),
  ]);
  expect(await ask(started, "open", to("db.example"), narrow)).toMatchObject({ status: 200 });
  for (const target of [to("example"), to("db.example.org"), to("db.example", port + 1), to("127.0.0.1")])
    expect(await ask(started, "open", target, narrow), target.host).toMatchObject({
      status: 400,
      body: expect.stringContaining("this kind of account does not lead there"),
    });
  // The account kind points to these addresses, but the operator allows neither of them.
  expect(await ask(started, "shut", to("db.example"), narrow)).toMatchObject({
    status: 400,
    body: expect.stringContaining("WELLHEAD_ALLOW"),
  });
  expect(await ask(started, "open", to("10.0.0.1"), narrow)).toMatchObject({
    status: 400,
    body: expect.stringContaining("WELLHEAD_ALLOW"),
  });
  // Another account kind of the same connector is not restricted.
  expect(await ask(started, "open", to("127.0.0.1"), { source: "tcp" })).toMatchObject({ status: 200 });
});

test.each(["api.example.com:0", "http://api.example.com", "*", "10.0.0.0/8", "*.10.0.0.1", ""])(
  "a definition that says %j is refused",
  (entry) => {
    expect(() => dialling("open", [entry])).toThrow(/accounts\.narrow\.reach.+expected names such as/);
  },
);

test("a sign-in asks the token endpoint by the list of its connector", async () => {
  const provider = new QuirksServer();
  provider.reply = { body: { access_token: "a", token_type: "bearer" } };
  const address = await provider.listen();
  const connectors = ["open", "shut"].map((connector) => oauthConnector(address, { connector }));
  const started = await start(
    { allow: { open: "127.0.0.1/32:*" }, accounts: { variables: {} }, failures: false },
    connectors,
  );
  const finish = { fields: { callback_uri: "https://platform.example/callback" }, code: "code" };
  expect((await started.post("/open/oauth2", finish)).status).toBe(200);
  const asked = provider.seen.length;
  expect((await started.post("/shut/oauth2", finish)).status).not.toBe(200);
  const account = { access_token: "a", refresh_token: "r", expires_on: "2020-01-01T00:00:00Z" };
  expect((await started.post("/shut/validate", { id: "oauth2", fields: account })).status).not.toBe(200);
  expect(provider.seen.length).toBe(asked);
  provider.close();
});

test("a variable has the id of its connector in capitals, with _ for each -", () => {
  const lists = new AllowLists({}, { WELLHEAD_ALLOW_OUR_OWN_SHOP: "10.0.0.1/32:443" });
  expect([lists.of("our-own-shop"), lists.of("our-own")]).toStrictEqual(["10.0.0.1/32:443", undefined]);
});

test("lists also come from the environment, and invalid ones abort startup", async () => {
  const accounts = { variables: { WELLHEAD_ALLOW_OPEN: `127.0.0.1/32:${port}` } };
  const started = await start({ accounts });
  const url = `http://127.0.0.1:${port}/`;
  expect([
    (await ask(started, "open", { url })).status,
    (await ask(started, "shut", { url })).status,
  ]).toStrictEqual([200, 400]);
  const make = async (allow: Record<string, string>) =>
    createApp({ connectors: [dialling("open")], logger: false, allow });
  await expect(make({ opne: "10.0.0.0/8:*" })).rejects.toThrow(
    'allowed to "opne": expected the id of a connector of this service, "open"',
  );
  await expect(make({ open: "10.0.0.0" })).rejects.toThrow(
    'Could not read the addresses allowed to "open": expected addresses or blocks',
  );
});
