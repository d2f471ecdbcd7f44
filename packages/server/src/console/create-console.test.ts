import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartProof } from "../callers/start-proof.js";
import type { ConsoleData } from "./console-data.js";
import { createConsole } from "./create-console.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
});
afterAll(() => rm(folder, { recursive: true }));

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
