import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartProof } from "@wellhead/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DevServer, startDevServer } from "./dev-server.js";
import { DevBoard } from "./dev-state.js";
import type { RowsRequest } from "./sample-rows.js";

/** What reached the revision, and which requests the next save would repeat. */
let reached: string[] = [];
let kept: RowsRequest[] = [];
let folder: string;
let revision: Server;
let server: DevServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-dev-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  revision = createServer((incoming, response) => {
    reached.push(incoming.url ?? "");
    response.writeHead(incoming.headers["x-planted"] === "refusal" ? 401 : 200).end("[]");
  });
  await once(revision.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server that listens on a port.
  const { port } = revision.address() as AddressInfo;
  server = await startDevServer({
    folder,
    port: 0,
    board: new DevBoard(),
    proof: new StartProof({ path: "/console" }),
    serving: () => ({
      connectors: [{ id: "moons", name: "Moons", base: `http://127.0.0.1:${port}/` }],
      headers: { authorization: "Bearer private" },
    }),
    onRows: (rows) => kept.push(rows),
  });
});

beforeEach(() => {
  reached = [];
  kept = [];
});

afterAll(async () => {
  await server.close();
  revision.close().closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Sends a request for rows with headers that `fetch` would not send. */
function post(headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL("/moons/", server.url), {
      method: "POST",
      headers: { "content-type": "text/plain", ...headers },
    });
    sent.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end('{"source":"secrets","account":{"auth":"none"}}');
  });
}

test("what a page of another site sends reaches no revision, and no save repeats it", async () => {
  const { port } = new URL(server.url);
  for (const headers of [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { origin: "null" },
    { origin: `http://127.0.0.1:${Number(port) + 1}`, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { host: `evil.example:${port}` },
  ])
    expect(await post(headers), JSON.stringify(headers)).toBe(403);
  expect({ reached, kept }).toEqual({ reached: [], kept: [] });
});

test("a request that the revision refuses is not repeated by the next save, and one that it answers is", async () => {
  expect(await post({ "x-planted": "refusal" })).toBe(401);
  expect(kept).toEqual([]);
  expect(await post({})).toBe(200);
  expect(kept).toMatchObject([{ connector: "moons", source: "secrets" }]);
});

test("the only connector is at the root, too, where browsers get the console", async () => {
  expect(await fetch(server.url.replace("console/", ""))).toMatchObject({ status: 200, redirected: false });
  await fetch(server.url.replace("console/", "moons/"));
  expect(reached).toEqual(["/", "/"]);
  const page = {
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    redirect: "manual",
  } as const;
  expect((await fetch(server.url.replace("console/", ""), page)).headers.get("location")).toBe("/console/");
  const rows = { method: "POST", body: '{"source":"secrets","account":{"auth":"none"}}' };
  expect((await fetch(server.url.replace("console/", ""), rows)).status).toBe(200);
  expect(kept).toMatchObject([{ connector: "moons", source: "secrets" }]);
});
