import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineConnector } from "@wellhead/sdk";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type StartedApp, type StartOptions, startApp } from "../../test/start-app.js";
import { batch, plain, watched } from "../../test/watched-connector.js";
import { isolated } from "../isolate/isolated-connector.js";
import type { AppOptions } from "./app.js";

const started: StartedApp[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ app }) => app.close()));
});

async function start(connectors: AppOptions["connectors"], options: StartOptions = {}): Promise<StartedApp> {
  const service = await startApp(connectors, options);
  started.push(service);
  return service;
}

async function versionAt({ url }: StartedApp): Promise<unknown> {
  const described: unknown = await (await fetch(url)).json();
  return Reflect.get(Object(described), "version");
}

/** Asks for all rows, and returns once the first of them have arrived. */
async function begin(service: StartedApp, path: string): Promise<{ readonly rest: Promise<string> }> {
  const answer = await service.post(path, { source: "rows" });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new TypeError("there is no body");
  const first = await reader.read();
  const read = async (): Promise<string> => {
    let text = first.value ?? "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text;
  };
  return { rest: read() };
}

describe("update()", () => {
  test("ends streams with the connector they began with, and closes it after the last of them", async () => {
    const old = watched("moons", "1");
    const next = watched("moons", "2");
    const service = await start([old.connector]);
    const [slow, other] = [await begin(service, "/"), await begin(service, "/moons/")];
    await service.app.update({ connectors: [next.connector] });
    expect(await versionAt(service)).toBe("2");
    expect(await (await service.post("/moons", { source: "one" })).json()).toStrictEqual([{ version: "2" }]);
    expect(old.events).toStrictEqual([]);
    old.release();
    const wanted = Array.from({ length: 2 * batch }, (_, id) => ({
      id,
      version: "1",
      text: "x".repeat(100),
    }));
    for (const { rest } of [slow, other]) expect(JSON.parse(await rest)).toStrictEqual(wanted);
    await vi.waitFor(() => expect(old.events).toContain("closed"));
    expect(old.events).toStrictEqual(["read", "read", "closed"]);
    expect(next.events).toStrictEqual([]);
    await service.app.close();
    expect(next.events).toStrictEqual(["closed"]);
    expect(old.events).toHaveLength(3);
  });

  test("closes a connector only after the reading of a caller who left has ended", async () => {
    const old = watched("moons", "1");
    const service = await start([old.connector]);
    const stop = new AbortController();
    const answer = await fetch(service.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: "rows" }),
      signal: stop.signal,
    });
    await answer.body?.getReader().read();
    await service.app.update({ connectors: [plain("moons")] });
    stop.abort();
    old.release();
    await vi.waitFor(() => expect(old.events).toContain("closed"));
    expect(old.events).toStrictEqual(["read", "closed"]);
  });

  test("keeps a connector that is served before and after open, until it is no longer served", async () => {
    const kept = watched("moons", "1");
    const service = await start([kept.connector]);
    const before = await begin(service, "/");
    await service.app.update({ connectors: [plain("stars"), kept.connector] });
    const between = await begin(service, "/moons/");
    await service.app.update({ connectors: [plain("stars")] });
    expect((await service.post("/moons/", { source: "one" })).status).toBe(404);
    kept.release();
    await Promise.all([before.rest, between.rest]);
    await vi.waitFor(() => expect(kept.events).toContain("closed"));
    expect(kept.events).toStrictEqual(["read", "read", "closed"]);
  });

  test("closes a connector without requests at once, and a service that stops closes the replaced ones", async () => {
    const [idle, busy, last] = [watched("idle", "1"), watched("busy", "1"), watched("last", "1")];
    const service = await start([idle.connector, busy.connector], { limits: { drainTimeout: 100 } });
    await service.app.ask({ method: "GET", url: "/idle/" });
    const stream = await begin(service, "/busy/");
    await service.app.update({ connectors: [last.connector] });
    await vi.waitFor(() => expect(idle.events).toStrictEqual(["closed"]));
    expect(busy.events).toStrictEqual([]);
    const ended = stream.rest.catch(() => "cut");
    const closed = service.app.close();
    setTimeout(busy.release, 200);
    await closed;
    await ended;
    expect(busy.events.filter((event) => event === "closed")).toHaveLength(1);
    expect(last.events).toStrictEqual(["closed"]);
    await expect(service.app.update({ connectors: [plain("late")] })).rejects.toThrow(/it is stopping/);
  });

  test("changes nothing when one part of it is invalid", async () => {
    const old = watched("moons", "1");
    const token = "t".repeat(40);
    const service = await start([old.connector], { callers: { tokens: [token] }, allow: { moons: "" } });
    const headers = { authorization: `Bearer ${token}` };
    const good = watched("moons", "2");
    const other = `Bearer ${"o".repeat(40)}`;
    const updates: [Parameters<typeof service.app.update>[0], RegExp][] = [
      [{ connectors: [] }, /it has no connector/],
      [{ connectors: [good.connector, plain("moons")] }, /two connectors have the id "moons"/],
      [{ connectors: [good.connector], allow: { suns: "10.0.0.0/8:80" } }, /"suns"/],
      [{ connectors: [good.connector], allow: { moons: "nonsense" } }, /allowed to "moons"/],
      [{ connectors: [good.connector], callers: { tokens: ["short"] } }, /32/],
      [
        {
          connectors: [good.connector, isolated(new URL("file:///no/such/module.js"))],
          callers: { tokens: ["o".repeat(40)] },
        },
        /module/,
      ],
    ];
    for (const [update, message] of updates) {
      await expect(service.app.update(update)).rejects.toThrow(message);
      const described = await fetch(service.url, { headers });
      expect([described.status, await described.json()]).toMatchObject([200, { version: "1" }]);
      expect((await fetch(service.url, { headers: { authorization: other } })).status).toBe(401);
    }
    expect(old.events).toStrictEqual([]);
    expect(good.events).toStrictEqual([]);
    expect(service.app.connectors).toMatchObject([{ id: "moons", version: "1" }]);
  });

  test("answers every path as a service does that was created with the same connectors", async () => {
    const sets = [
      ...(isLong ? [["moons"]] : []),
      ["moons", "stars"],
      ...(isLong ? [["validate"], ["stars"]] : []),
      ["validate", "logo"],
      ["moons"],
    ];
    const paths = [
      "",
      "moons",
      "stars",
      "validate",
      "logo",
      "datalist",
      "x".repeat(150),
      "mo%6Fns",
      "moons%2F",
    ]
      .flatMap((first) => [`/${first}`, `/${first}/`, `/${first}/validate`, `/${first}/logo`, `/${first}//`])
      .concat("//moons", "/moons?a=/stars/", "/stars/moons/", "/moons/%2Flogo");
    const methods = ["OPTIONS", "PUT", "HEAD"];
    // The other methods take turns with the paths.
    const requests = paths.flatMap((path, index) =>
      ["GET", "POST", ...methods.filter((_, turn) => isLong || turn === index % methods.length)].map(
        (method) => ({ path, method }),
      ),
    );
    const answers = async ({ url }: StartedApp): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const { path, method } of requests) {
        const body = method === "POST" ? JSON.stringify({ source: "all", auth: "none" }) : undefined;
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: { "content-type": "application/json", "x-request-id": "same" },
          ...(body !== undefined && { body }),
        });
        const text = await answer.text();
        found.push(`${method} ${path} ${answer.status} ${answer.headers.get("allow")} ${text}`);
      }
      return found;
    };
    const updated = await start([plain("first")]);
    for (const ids of sets) {
      await updated.app.update({ connectors: ids.map(plain) });
      const created = await startApp(ids.map(plain));
      expect(await answers(updated)).toStrictEqual(await answers(created));
      await created.app.close();
    }
  });

  test("loses no request of callers who never stop asking", async () => {
    const service = await start([plain("moons"), plain("stars")]);
    let asks = 0;
    let isOver = false;
    const ask = async (id: string): Promise<void> => {
      while (!isOver) {
        const answer = await service.post(`/${id}/`, { source: "all" });
        expect([answer.status, await answer.text()]).toStrictEqual([200, `[{"id":"${id}"}]`]);
        asks += 1;
      }
    };
    const callers = ["moons", "stars", "moons", "stars"].map(ask);
    const updates = isLong ? 50 : 15;
    for (let update = 0; update < updates; update += 1) {
      await service.app.update({ connectors: [plain("stars"), plain("moons"), plain(`other-${update}`)] });
      const before = asks;
      await vi.waitUntil(() => asks > before + 3, { timeout: 20_000 });
    }
    isOver = true;
    await Promise.all(callers);
    expect(service.app.connectors.map(({ id }) => id)).toStrictEqual([
      "stars",
      "moons",
      `other-${updates - 1}`,
    ]);
  });

  test("several updates are made one after the other", async () => {
    const service = await start([plain("moons")]);
    const results = await Promise.allSettled([
      service.app.update({ connectors: [plain("one")] }),
      service.app.update({ connectors: [] }),
      service.app.update({ connectors: [plain("two")] }),
    ]);
    expect(results.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(service.app.connectors).toMatchObject([{ id: "two" }]);
  });

  test("applies the addresses that connectors may reach", async () => {
    const upstream = createServer((_request, response) => response.end("[]"));
    upstream.listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const { port } = upstream.address() as AddressInfo;
    const reaching = defineConnector({
      id: "reaching",
      name: "Reaching",
      version: "1",
      description: "Reaches this machine",
      sources: (source) => ({
        all: source({
          name: "All",
          rows: ({ http }) => http.get(`http://127.0.0.1:${port}/`).json<{ id: number }[]>(),
        }),
      }),
    });
    const service = await start([reaching], { allow: { reaching: "" } });
    const status = async () => (await service.post("/", { source: "all" })).status;
    expect(await status()).not.toBe(200);
    await service.app.update({ connectors: [reaching], allow: { reaching: `127.0.0.1/32:${port}` } });
    expect(await status()).toBe(200);
    await service.app.update({ connectors: [reaching] });
    expect(await status()).toBe(200);
    await service.app.update({ connectors: [reaching], allow: { reaching: "" } });
    expect(await status()).not.toBe(200);
    upstream.close();
  });
});
