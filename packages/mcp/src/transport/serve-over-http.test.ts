import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { call, TestServer } from "../../test/test-server.js";
import { serveOverHttp } from "./serve-over-http.js";

const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** Sends a request with headers that `fetch` would not send. */
function statusOf(url: URL, headers: Readonly<Record<string, string | string[]>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
    });
    sent.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end("{}");
  });
}

test("pages of other sites and other names of this machine are refused", async () => {
  const server = await TestServer.start({}, { hosts: ["known.example"] });
  servers.push(server);
  const { url, token } = server.server;
  const authorization = `Bearer ${token}`;
  expect(url.hostname).toBe("127.0.0.1");
  expect(await statusOf(url, { host: "evil.example" })).toBe(403);
  expect(await statusOf(url, { host: "127.0.0.1.evil.example" })).toBe(403);
  expect(await statusOf(url, { origin: "https://evil.example" })).toBe(403);
  expect(await statusOf(url, { origin: "null" })).toBe(403);
  // What passes the guards is judged as a message of the protocol.
  expect(await statusOf(url, { authorization, host: "known.example" })).toBe(400);
  expect(await statusOf(url, { authorization, origin: "http://localhost:3000" })).toBe(400);
  expect(await statusOf(new URL("/other", url), { authorization })).toBe(404);
});

test("a server without a token makes one, because a proxy on this machine could pass requests of anybody on", async () => {
  const server = await TestServer.start({});
  servers.push(server);
  const { url, token } = server.server;
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await statusOf(url, {})).toBe(401);
  expect(await statusOf(url, { authorization: "Bearer undefined" })).toBe(401);
  await server.connect();
});

test("a token is required beyond this machine, and every request must present it", async () => {
  for (const host of ["0.0.0.0", "::", "192.0.2.1"])
    await expect(serveOverHttp({ connectors: [], version: "1", host })).rejects.toThrow(/Set a token/);
  const token = "a-token-of-the-operator";
  const server = await TestServer.start({}, { token });
  servers.push(server);
  const { url } = server.server;
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
  ])
    expect(await statusOf(url, { authorization })).toBe(401);
  for (const authorization of [
    [`Bearer ${token}`, "Bearer guess"],
    ["Bearer guess", `Bearer ${token}`],
  ])
    expect(await statusOf(url, { authorization })).toBe(401);
  await expect(server.connect("auto", { authorization: "" })).rejects.toThrow(/401|token|Unauthorized/i);
  const client = await server.connect("auto", { authorization: `Bearer ${token}` });
  expect((await call(client, "list_connectors")).data).toEqual({ connectors: [], connectorCount: 0 });
  expect(server.wire.join()).not.toContain(token);
});
