import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConsoleService } from "../../test/console-service.js";

let service: ConsoleService;

beforeAll(async () => {
  service = await ConsoleService.start();
});

afterAll(() => service.close());

test("the relay passes a request on and wraps status and headers", async () => {
  let seen: unknown;
  const target = await service.upstream((request, response) => {
    void request
      .setEncoding("utf8")
      .toArray()
      .then((parts) => {
        seen = {
          method: request.method,
          path: request.url,
          body: parts.join(""),
          headers: request.headers,
        };
        response.writeHead(302, { location: "https://evil.example/", "set-cookie": "a=b" }).end("body");
      });
  });
  const answer = await service.relay(`${target}/x?y=z`, {
    "content-type": "application/json",
    cookie: `own=1; ${service.proven["cookie"]}`,
    authorization: "own",
  });
  expect(seen).toEqual({
    method: "POST",
    path: "/x?y=z",
    body: '{"a":1}',
    headers: {
      host: new URL(target).host,
      accept: "*/*",
      "accept-encoding": "gzip, br",
      connection: "close",
      "content-length": "7",
      "content-type": "application/json",
      "x-wellhead-relay": "1",
    },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-relay-status")).toBe("302");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("location")).toBeNull();
  const headers: unknown = JSON.parse(decodeURIComponent(answer.headers.get("x-relay-headers") ?? ""));
  expect(headers).toEqual([
    ["location", "https://evil.example/"],
    ["set-cookie", "a=b"],
    ["date", expect.any(String)],
    ["connection", "close"],
    ["transfer-encoding", "chunked"],
  ]);
  expect(await answer.text()).toBe("body");
});

test("the relay passes a cut on as a cut", async () => {
  const target = await service.upstream((_request, response) => {
    response.writeHead(200).write("[1,");
    setTimeout(() => response.destroy(), 30);
  });
  const answer = await service.relay(target);
  await expect(answer.text()).rejects.toThrow("terminated");
});

test("the relay refuses a wrong token, other schemes and private networks", async () => {
  const target = await service.upstream((_request, response) => response.end("reached"));
  expect((await service.relay(target, { "x-page-token": "guess" })).status).toBe(403);
  expect((await service.relay(target, { "x-page-token": "" })).status).toBe(403);
  expect((await service.relay(target, { cookie: "" })).status).toBe(403);
  expect((await service.relay(target, { ...service.visitor, cookie: "" })).status).toBe(403);
  expect((await service.relay(target, { "x-relay-method": "DELETE" })).status).toBe(400);
  for (const wrong of [
    "file:///etc/passwd",
    "not an address",
    "http://user:secret@127.0.0.1/",
    "http://user@127.0.0.1/",
    "http://:secret@127.0.0.1/",
  ]) {
    expect((await service.relay(wrong)).status, wrong).toBe(400);
  }
  for (const closed of [
    "http://169.254.169.254/",
    "http://10.0.0.1/",
    "http://[fd00::1]/",
    "http://0.0.0.0:80/",
  ]) {
    const answer = await service.relay(closed);
    expect(answer.status, closed).toBe(502);
    expect(await answer.json()).toEqual({
      error: expect.stringContaining("with the setting WELLHEAD_ALLOW"),
    });
  }
});

test("the relay reaches neither the admin port nor itself", async () => {
  for (const path of ["/metrics", "/ready", "/live", "/nowhere"]) {
    for (const host of ["127.0.0.1", "localhost", "127.0.0.2", "[::ffff:127.0.0.1]"]) {
      const answer = await service.relay(new URL(path, service.adminUrl).href.replace("127.0.0.1", host));
      expect(answer.status, host + path).toBeGreaterThanOrEqual(403);
      expect(await answer.text()).not.toContain("process_");
    }
  }
  const loop = await service.relay(new URL("console/relay", service.url).href);
  expect(loop.status).toBe(403);
  expect(await loop.json()).toEqual({
    error: "Could not relay the request: this address is for operators or is a relay itself.",
  });
});

test("the data side of a proven page reaches what the relay reaches, with its credentials, and nothing else", async () => {
  await service.ask("data/runs/1/rows", { method: "POST", headers: service.proven, body: "{}" });
  const reach = service.reaches.at(-1);
  const text = async (address: string) => (await reach?.fetch(address))?.text();
  expect(await text(`${service.trusted}/base/x`)).toBe("Bearer canary");
  expect(reach?.listed(new URL(`${service.trusted}/base/`))).toEqual({
    headers: { authorization: "Bearer canary" },
  });
  expect(reach?.listed(new URL(`${service.trusted}/base/schema`))).toBeDefined();
  expect(reach?.listed(new URL(`${service.trusted}/other`))).toBeUndefined();
  expect(reach?.listed(new URL("moons/", service.url))).toEqual({ headers: {} });
  await service.open(service.adminUrl, true);
  for (const path of ["/metrics", "/ready"])
    await expect(text(new URL(path, service.adminUrl).href), path).rejects.toThrow("for operators");
  expect(await text(new URL("console/relay", service.url).href)).not.toContain("{}");
  await expect(text("http://169.254.169.253/")).rejects.toThrow("no connector was opened there");
  await service.open("http://169.254.169.254/", true);
  await expect(text("http://169.254.169.254/")).rejects.toThrow("WELLHEAD_ALLOW");
  const cut = await service.upstream((_request, response) => {
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync("rows ".repeat(9999)).subarray(0, 40));
  });
  await service.open(cut, true);
  await expect(text(cut)).rejects.toThrow("unexpected end of file");
});

test("the data side of any other page reaches the connectors of this service and nothing else", async () => {
  await service.ask("data/runs/1/rows", { method: "POST", headers: service.visitor, body: "{}" });
  const reach = service.reaches.at(-1);
  const other = await service.upstream((_request, response) => response.end("internal"));
  await service.open(other, true);
  expect(await (await reach?.fetch(new URL("moons/", service.url)))?.json()).toMatchObject({ id: "moons" });
  for (const address of [other, `${service.trusted}/base/`, service.adminUrl, "http://169.254.169.254/"]) {
    await expect(reach?.fetch(address), address).rejects.toThrow("Open the link that the terminal printed");
    expect(reach?.listed(new URL(address))).toBeUndefined();
  }
});

test("the relay reaches connectors that were opened, and addresses of this machine only if that was confirmed", async () => {
  const target = await service.upstream((request, response) => response.end(request.url));
  const unopened = await service.relayUnopened(`${target}/a`);
  expect([unopened.status, await unopened.json()]).toEqual([
    403,
    { error: "Could not relay the request: no connector was opened there. Open its address first." },
  ]);
  const base = `${target}/base/`;
  const opened = (isLocal: boolean) =>
    service.ask("connectors", {
      method: "POST",
      headers: service.proven,
      body: JSON.stringify({ base, isLocal }),
    });
  await opened(false);
  const unconfirmed = await service.relayUnopened(`${base}a`);
  expect([unconfirmed.status, unconfirmed.headers.get("x-relay-refused")]).toEqual([502, "address"]);
  // The name of a public address may lead here too.
  await service.open(target.replace("127.0.0.1", "localhost"), false);
  expect((await service.relayUnopened(`${target.replace("127.0.0.1", "localhost")}/a`)).status).toBe(502);
  await opened(true);
  expect(await (await service.relayUnopened(`${base}a`)).text()).toBe("/base/a");
  for (const outside of [`${target}/other`, `${target}/base/../other`, `${target}/based`])
    expect((await service.relayUnopened(outside)).status, outside).toBe(403);
});

test("the relay follows no redirect", async () => {
  const inner = await service.upstream((_request, response) => response.end("internal"));
  const outer = await service.upstream((_request, response) =>
    response.writeHead(302, { location: inner }).end(),
  );
  const answer = await service.relay(outer);
  expect([answer.headers.get("x-relay-status"), await answer.text()]).toEqual(["302", ""]);
});

test("the relay sends credentials only to the listed addresses", async () => {
  expect(await (await service.relay(`${service.trusted}/x`)).text()).toBe("Bearer canary");
  const other = await service.upstream((request, response) =>
    response.end(request.headers.authorization ?? "none"),
  );
  expect(await (await service.relay(`${other}/x`)).text()).toBe("none");
});

test("the relay says why a connector could not be reached, and asks for no confirmation then", async () => {
  const silent = await service.upstream((_request, response) => response.destroy());
  for (const [address, error] of [
    [
      "http://127.0.0.1:1",
      'Could not connect to "127.0.0.1": nothing listens on port 1. Check the host name and the port.',
    ],
    [silent, `Reach "${silent}": the connection was closed before a response came`],
  ] as const) {
    const answer = await service.relay(address);
    expect([answer.status, answer.headers.get("x-relay-refused")]).toEqual([502, null]);
    expect(await answer.json()).toEqual({ error });
  }
});

test("the relay passes a compressed body on as it is", async () => {
  const target = await service.upstream((_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("rows")),
  );
  const answer = await service.relay(target);
  expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual(["gzip", "rows"]);
});

test("the relay ends a request whose page does not wait any longer, before and in the answer", async () => {
  for (const sent of ["", "[1,"]) {
    const page = new AbortController();
    let isCut = false;
    const target = await service.upstream((_request, response) => {
      response.on("close", () => {
        isCut = true;
      });
      if (sent === "") page.abort();
      else response.write(sent);
    });
    await service.open(target, true);
    const headers = { ...service.proven, "x-relay-method": "GET", "x-relay-target": target };
    const init = { method: "POST", headers, signal: page.signal };
    const answer = await service.ask("relay", init).catch(() => undefined);
    page.abort();
    expect(answer?.status).toBe(sent === "" ? undefined : 200);
    await expect.poll(() => isCut, { interval: 5 }).toBe(true);
  }
});
