import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { StartProof } from "../callers/start-proof.js";
import type { ConsoleData } from "./console-data.js";
import { createConsole } from "./create-console.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("a console whose data could not be created tries again with the next request, and closes", async () => {
  let tries = 0;
  const data = async (): Promise<ConsoleData> => {
    tries += 1;
    if (tries !== 2) throw new Error("planted");
    return { answer: async () => Response.json({ tries }), close: async () => {} };
  };
  for (const statuses of [[500, 200, 200], [500]]) {
    const service = await createConsole({ folder, connectors: [], data });
    const { url } = await service.listen({ port: 0 });
    for (const status of statuses) expect((await fetch(new URL("data/exports/1", url))).status).toBe(status);
    await service.close();
  }
});

test("a console refuses more header lines than it keeps, before it answers", async () => {
  const service = await createConsole({ folder, connectors: [] });
  const { url } = await service.listen({ port: 0 });
  const send = (count: number): Promise<Response> =>
    fetch(url, {
      headers: Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "1"])),
    });
  expect((await send(10)).status).toBe(200);
  const refused = await send(1100);
  expect([refused.status, await refused.json()]).toEqual([431, { error: expect.stringContaining("header") }]);
  await service.close();
});

test("a console passes on what the data side answers, also without a body", async () => {
  const asked: unknown[] = [];
  const answers = [
    new Response(null, { status: 204, headers: { "x-a": "1" } }),
    new Response("rows", { headers: { "content-type": "text/csv", "content-security-policy": "none" } }),
  ];
  const data = async (): Promise<ConsoleData> => ({
    answer: async ({ method, path, body, own }) => {
      asked.push([method, path, body, own.href]);
      return answers.shift() ?? Response.error();
    },
    close: async () => {},
  });
  const service = await createConsole({ folder, connectors: [], data });
  const { url } = await service.listen({ port: 0 });
  const { token } = (await (await fetch(new URL("session", url))).json()) as { readonly token: string };
  const posted = await fetch(new URL("data/runs", url), {
    method: "POST",
    headers: { "x-page-token": token },
    body: "{}",
  });
  expect([posted.status, posted.headers.get("x-a"), await posted.text()]).toEqual([204, "1", ""]);
  const got = await fetch(new URL("data/exports/1", url));
  expect([got.status, got.headers.get("content-type"), await got.text()]).toEqual([200, "text/csv", "rows"]);
  // No response can loosen the policy of the page.
  expect(got.headers.get("content-security-policy")).toContain("default-src");
  const own = new URL("/", url).href;
  expect(asked).toEqual([
    ["POST", "runs", "{}", own],
    ["GET", "exports/1", "", own],
  ]);
  await service.close();
});

test("a console sends events to pages that were opened with the link, until they are closed", async () => {
  const proof = new StartProof();
  let stops = 0;
  const sends: ((event: string, data: unknown) => void)[] = [];
  const events = (send: (event: string, data: unknown) => void) => {
    sends.push(send);
    return () => void (stops += 1);
  };
  const service = await createConsole({ folder, connectors: [], proof, events });
  const { url } = await service.listen({ port: 0 });
  const post = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, url), { method: "POST", ...init });
  expect((await post("events")).status).toBe(403);
  expect(await (await fetch(new URL("session", url))).json()).toMatchObject({ hasEvents: false });
  const key = new URL(proof.linkTo(url)).hash.replace("#key=", "");
  const opened = await post("session", { body: JSON.stringify({ key }) });
  const { token, ...session } = (await opened.json()) as { readonly token: string };
  const [cookie = ""] = opened.headers.getSetCookie();
  const headers = { cookie: cookie.replace(/;.*/, ""), "x-page-token": token };
  expect(session).toEqual({ connectors: [], conformance: {}, isProven: true, hasEvents: true });
  expect(await (await fetch(new URL("session", url), { headers })).json()).toEqual(session);
  const page = new AbortController();
  const answer = await post("events", { headers, signal: page.signal });
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  sends[0]?.("state", { revision: 2 });
  let received = "";
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += part;
    if (received.includes("}\n")) break;
  }
  expect(received).toBe('\n{"event":"state","data":{"revision":2}}\n');
  page.abort();
  await expect.poll(() => stops).toBe(1);
  expect(sends).toHaveLength(1);
  await service.close();
});

test("a console opens connectors at addresses of HTTP only", async () => {
  const proof = new StartProof({ token: "of-programs" });
  const service = await createConsole({ folder, connectors: [], proof });
  const { url } = await service.listen({ port: 0 });
  const open = async (body: string): Promise<number> =>
    (
      await fetch(new URL("connectors", url), {
        method: "POST",
        headers: { authorization: "Bearer of-programs" },
        body,
      })
    ).status;
  for (const base of ["http://a.example/", "https://a.example/b"])
    expect(await open(JSON.stringify({ base })), base).toBe(200);
  for (const wrong of ['{"base":"ftp://a.example/"}', '{"base":"/own/"}', "{}", "null", "[1]", "{", ""])
    expect(await open(wrong), wrong).toBe(400);
  await service.close();
});

test("a console does not start without the page", async () => {
  const empty = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  await writeFile(join(empty, "callback.html"), "<!doctype html>");
  await expect(createConsole({ folder: empty, connectors: [] })).rejects.toThrow("there is no index.html");
  await rm(empty, { recursive: true });
});

test("a console has data of its own for pages with the link and for others, which it closes with itself", async () => {
  const created: string[] = [];
  const closed: string[] = [];
  const data = async (): Promise<ConsoleData> => {
    const name = `data ${created.length}`;
    created.push(name);
    return {
      answer: async () => new Response(name),
      close: async () => {
        await Promise.resolve();
        closed.push(name);
      },
    };
  };
  const proof = new StartProof({ token: "of-programs" });
  const service = await createConsole({ folder, connectors: [], data, proof });
  const { url } = await service.listen({ port: 0 });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(new URL("data/runs", url), { method: "POST", headers, body: "{}" })).text();
  const proven = { authorization: "Bearer of-programs" };
  const { token } = (await (await fetch(new URL("session", url))).json()) as { readonly token: string };
  const visitor = { "x-page-token": token };
  const answers = [await ask(proven), await ask(visitor), await ask(proven), await ask(visitor)];
  expect(answers).toEqual(["data 0", "data 1", "data 0", "data 1"]);
  await service.close();
  expect(closed).toEqual(created);
});

test("a console reaches opened connectors at addresses that the operator allows", async () => {
  const upstream = await createConsole({ folder, connectors: [] });
  const { url: address } = await upstream.listen({ port: 0 });
  const proof = new StartProof({ token: "of-programs" });
  const relayed = async (): Promise<number> => {
    const service = await createConsole({ folder, connectors: [], proof });
    const { url } = await service.listen({ port: 0 });
    const post = (path: string, more: Record<string, string>, body: string) =>
      fetch(new URL(path, url), {
        method: "POST",
        headers: { authorization: "Bearer of-programs", ...more },
        body,
      });
    await post("connectors", {}, JSON.stringify({ base: address }));
    const answer = await post("relay", { "x-relay-method": "GET", "x-relay-target": address }, "");
    await service.close();
    return answer.status;
  };
  expect(await relayed()).toBe(502);
  vi.stubEnv("WELLHEAD_ALLOW", "127.0.0.0/8:*");
  expect(await relayed()).toBe(200);
  await upstream.close();
});

test("a console serves the files of its page by their kind, and no others", async () => {
  const page = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  const write = (name: string, text: string) => writeFile(join(page, name), text);
  await mkdir(join(page, "assets", "folder.js"), { recursive: true });
  for (const name of ["index.html", "assets/app.js", "assets/app.css", "logo.svg", "a.html.js", "notes.txt"])
    await write(name, name);
  const service = await createConsole({ folder: page, connectors: [] });
  const { url } = await service.listen({ port: 0 });
  const read = async (path: string, coding: string) => {
    const answer = await fetch(new URL(path, url), { headers: { "accept-encoding": coding } });
    const { headers, status } = answer;
    return [status, headers.get("content-type"), headers.get("cache-control"), await answer.text()];
  };
  const forever = "public, max-age=31536000, immutable";
  for (const coding of ["gzip", "identity"]) {
    expect(await read("", coding)).toEqual([200, "text/html; charset=utf-8", "no-store", "index.html"]);
    for (const [path, type, cache] of [
      ["assets/app.js", "text/javascript; charset=utf-8", forever],
      ["assets/app.css", "text/css; charset=utf-8", forever],
      ["logo.svg", "image/svg+xml", "no-store"],
      ["a.html.js", "text/javascript; charset=utf-8", "no-store"],
    ] as const)
      expect(await read(path, coding), path).toEqual([200, type, cache, path]);
    for (const path of ["notes.txt", "assets/folder.js", "index", "index.html"])
      expect((await read(path, coding))[0], path).toBe(404);
  }
  // The name of an asset changes with its content, so it is compressed once.
  await write("index.html", "newer");
  await write("assets/app.js", "newer");
  expect((await read("", "gzip"))[3]).toBe("newer");
  expect((await read("assets/app.js", "gzip"))[3]).toBe("assets/app.js");
  await service.close();
  await rm(page, { recursive: true });
});

test("a console answers programs at the root as it is told to, and sends browsers to the page", async () => {
  const location = async (service: Awaited<ReturnType<typeof createConsole>>, accept: string) => {
    const { headers, body } = await service.fastify.inject({ url: "/", headers: { accept } });
    return headers.location ?? body;
  };
  const plain = await createConsole({ folder, connectors: [] });
  const told = await createConsole({ folder, connectors: [], answerRoot: () => Promise.resolve("programs") });
  const [page, program] = ["text/html,*/*;q=0.8", "application/json"];
  const found = [await location(plain, program), await location(told, page), await location(told, program)];
  expect(found).toEqual(["/console/", "/console/", "programs"]);
  expect((await told.fastify.inject({ url: "/" })).body).toBe("programs");
  await Promise.all([plain.close(), told.close()]);
});

test("a console without events and data has no routes for them", async () => {
  const proof = new StartProof({ token: "of-programs" });
  const service = await createConsole({ folder, connectors: [], proof });
  const { url } = await service.listen({ port: 0 });
  const headers = { authorization: "Bearer of-programs" };
  for (const path of ["events", "data/runs"])
    expect((await fetch(new URL(path, url), { method: "POST", headers })).status, path).toBe(404);
  expect((await fetch(new URL("data/exports/1", url), { headers })).status).toBe(404);
  await service.close();
});

test("a console sends an empty line every 15 seconds to a page that waits for events", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const proof = new StartProof({ token: "of-programs" });
  const service = await createConsole({ folder, connectors: [], proof, events: () => () => undefined });
  const { url } = await service.listen({ port: 0 });
  const headers = { authorization: "Bearer of-programs" };
  const { body } = await fetch(new URL("events", url), { method: "POST", headers });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("\n");
  vi.advanceTimersByTime(15_000);
  expect((await reader?.read())?.value).toBe("\n");
  await reader?.cancel();
  await expect.poll(() => vi.getTimerCount(), { interval: 5 }).toBe(0);
  await service.close();
});

test("a console lists connectors of its own service to everybody, and others to pages with the link", async () => {
  const proof = new StartProof({ token: "of-programs" });
  const connectors = ["/own/", "http://127.0.0.1:1/base/"];
  const conformance = { "/own/": { passed: 1, failed: 2, warned: 3 } };
  const service = await createConsole({ folder, connectors, conformance, proof });
  const { url } = await service.listen({ port: 0 });
  const session = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(new URL("session", url), { headers })).json();
  expect(await session({})).toMatchObject({ connectors: ["/own/"], conformance: {} });
  expect(await session({ authorization: "Bearer of-programs" })).toMatchObject({ connectors, conformance });
  await service.close();
});
