import type { Server } from "node:http";
import { Readable } from "node:stream";
import { configureEgress } from "@wellhead/runtime";
import { defineConnector, file, id, none, text, token } from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytes, startFileServer, type } from "../../../../test/file-server.js";
import { type StartedApp, startApp } from "../../../../test/start-app.js";

const ways = [
  "parts",
  "whole",
  "chunks",
  "moved",
  "private",
  "missing",
  "busy",
  "cut",
  "cut-chunks",
  "other",
  "http://127.0.0.1:1/x",
  "http://169.254.169.254/",
  "../../etc/passwd",
  "bytes",
  "long",
  "short",
  "nothing",
  "endless",
];

/** Chunks that the source has made of the endless file. */
let made = 0;
async function* endless(): AsyncGenerator<Uint8Array> {
  for (made = 0; made < 512; made += 1) yield Buffer.alloc(65_536, made);
}

function connector(baseUrl: string) {
  return defineConnector({
    id: "files",
    name: "Files",
    version: "1",
    description: "Files",
    http: { baseUrl, redirects: 2 },
    accounts: { none: none(), token: token() },
    sources: (source) => ({
      pages: source({
        name: "Pages",
        fields: { key: id(), title: text(), content: file(), many: file({ many: true }) },
        rows: () => ways.map((way) => ({ key: way, title: way, content: way, many: ["parts", way] })),
        resource: ({ http, file: way, range }) => {
          if (way === "bytes")
            return { body: bytes, name: 'a "b" é.txt', mediaType: "text/plain", tag: '"t"' };
          if (way === "long") return { body: Readable.from([bytes]), size: 299_999 };
          if (way === "short") return { body: Readable.from([bytes]), size: 300_001 };
          if (way === "nothing") return { body: new Uint8Array(0) };
          if (way === "endless") return { body: endless() };
          return http.get(way).file(range);
        },
      }),
      links: source({
        name: "Links",
        fields: { key: id(), content: file() },
        rows: () => [{ key: "1", content: "https://files.example/a.png" }],
      }),
    }),
  });
}

let upstream: Server;
const accounts = { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } };
let service: StartedApp;
let replica: StartedApp;
beforeAll(async () => {
  const { server, port } = await startFileServer();
  upstream = server;
  configureEgress({ allow: `127.0.0.0/8:${port}` });
  const served = connector(`http://127.0.0.1:${port}`);
  service = await startApp([served], { accounts });
  replica = await startApp([served], { accounts });
});
afterAll(async () => {
  await Promise.all([service.app.close(), replica.app.close()]);
  configureEgress({});
  upstream.closeAllConnections();
  upstream.close();
});

const flat = { auth: "token", token: "s3cret-token" };
const path = "/api/v1/synchronizer";

async function addresses(account: object = flat, at = service): Promise<Map<string, readonly string[]>> {
  const page: unknown = await (await at.post(`${path}/data`, { requestedType: "pages", account })).json();
  const items = pick(page, "items") as { id: string; content: string; many: string[] }[];
  return new Map(items.map(({ id: key, content, many }) => [key, [content, ...many]]));
}

/** Asks for a file as a platform does, by the arguments of its address. */
async function open(way: string, headers: Record<string, string> = {}, at = replica): Promise<Response> {
  const [address = ""] = (await addresses()).get(way) ?? [];
  const params = Object.fromEntries(new URL(address).searchParams);
  return await at.post(`${path}/resource`, { types: ["pages"], account: flat, filter: {}, params }, headers);
}

const read = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("a field of files", () => {
  it("has addresses of this service that are the same in each run, or web addresses", async () => {
    const found = await addresses();
    const [content = "", first, second] = found.get("whole") ?? [];
    expect(content).toMatch(/^app:\/\/resource\?f=[\w-]+&__file-key=[\w-]+$/);
    expect(content).not.toContain("whole");
    expect([first, second]).toEqual([found.get("parts")?.[0], content]);
    expect(await addresses(flat, replica)).toEqual(found);
    expect((await addresses({ auth: "none" })).get("whole")?.[0]).not.toBe(content);
    const links: unknown = await (
      await service.post(`${path}/data`, { requestedType: "links", account: flat })
    ).json();
    expect(pick(links, "items", 0, "content")).toBe("https://files.example/a.png");
    const schema: unknown = await (await service.post(`${path}/schema`, { account: flat })).json();
    expect(pick(schema, "pages", "content")).toMatchObject({ type: "text", subType: "file" });
    expect(pick(schema, "pages", "many")).toMatchObject({ type: "array[text]", subType: "file" });
    const report = await (await service.post("/", { source: "pages", account: flat })).json();
    expect(pick(report, 0, "content")).toBe("parts");
  });
});

describe("POST resource", () => {
  it.each(["parts", "whole", "chunks", "moved", "private"])(
    "streams the bytes and their headers (%s)",
    async (way) => {
      const response = await open(way);
      expect([response.status, response.headers.get("content-type"), response.headers.get("etag")]).toEqual([
        200,
        type,
        '"v1"',
      ]);
      expect(response.headers.get("content-disposition")).toContain("p%C3%A4ge.bin");
      expect((await read(response)).equals(bytes)).toBe(true);
    },
  );

  it.each(["parts", "whole", "moved", "bytes"])("resumes where a reader stopped (%s)", async (way) => {
    const tag = way === "bytes" ? '"t"' : '"v1"';
    for (const [range, start, end] of [
      ["bytes=200000-", 200_000, 299_999],
      ["bytes=0-0", 0, 0],
      ["bytes=5-99", 5, 99],
      ["bytes=-7", 299_993, 299_999],
      ["bytes=299990-400000", 299_990, 299_999],
    ] as const) {
      const response = await open(way, { range, "if-range": tag });
      expect([
        response.status,
        response.headers.get("content-range"),
        response.headers.get("content-length"),
      ]).toEqual([206, `bytes ${start}-${end}/300000`, String(end - start + 1)]);
      expect((await read(response)).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it.each([
    ["parts", "bytes=300000-"],
    ["bytes", "bytes=300000-"],
    ["whole", "bytes=5-2"],
    ["whole", "bytes=0-1,4-5"],
    ["whole", "rows=0-1"],
    ["chunks", "bytes=7777777777777777777777-"],
  ])("returns the whole of %s for the range %s", async (way, range) => {
    const response = await open(way, { range });
    expect([response.status, (await read(response)).equals(bytes)]).toEqual([200, true]);
  });

  it("returns the whole file if it has changed", async () => {
    const response = await open("whole", { range: "bytes=5-9", "if-range": '"v0"' });
    expect([response.status, (await read(response)).length]).toEqual([200, 300_000]);
  });

  it("names the bytes of a connector, which may be none", async () => {
    const response = await open("bytes");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="a _b_ _.txt"; filename*=UTF-8''a%20%22b%22%20%C3%A9.txt`,
    );
    expect((await read(response)).equals(bytes)).toBe(true);
    const nothing = await open("nothing");
    expect([nothing.status, nothing.headers.get("content-length"), await nothing.text()]).toEqual([
      200,
      "0",
      "",
    ]);
  });

  it.each(["cut", "cut-chunks", "short", "long"])(
    "cuts the connection when the file does not end well (%s)",
    async (way) => {
      const response = await open(way);
      // A file whose first bytes cannot be sent is an error.
      const outcome = response.status === 200 ? read(response) : Promise.reject(new TypeError("502"));
      await expect(outcome).rejects.toThrow(TypeError);
      expect([200, 502]).toContain(response.status);
    },
  );

  it.each([
    ["missing", 404, { code: "not_found" }],
    ["http://127.0.0.1:1/x", 400, {}],
    ["http://169.254.169.254/", 400, {}],
    ["../../etc/passwd", 400, { code: "invalid_field" }],
  ])("reports that %s cannot be read", async (way, status, body) => {
    const response = await open(way);
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { message: expect.any(String) as string, status, requestId: expect.any(String) as string, ...body },
    ]);
  });

  it("refuses a part that was not asked for", async () => {
    expect((await open("other", { range: "bytes=3-9" })).status).toBe(502);
  });

  it("does not read further ahead than a slow reader needs", async () => {
    const response = await open("endless", {}, service);
    let received = 0;
    let ahead = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += chunk.byteLength;
      ahead = Math.max(ahead, made * 65_536 - received);
    }
    expect(received).toBe(512 * 65_536);
    expect(ahead).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("POST resource refuses", () => {
  it.each([
    ["no params", {}, "missing_field"],
    ["params without a file", { params: { g: "x" } }, "missing_field"],
    ["params that are text", { params: "f=1" }, "malformed_request"],
    ["a list of params", { params: [] }, "malformed_request"],
    ["a file that is not text", { params: { f: 7 } }, "malformed_request"],
    ["a path", { params: { f: "/etc/passwd" } }, "invalid_field"],
    ["an address", { params: { f: "http://127.0.0.1:1/" } }, "invalid_field"],
    ["many characters", { params: { f: "A".repeat(100_000) } }, "invalid_field"],
  ])("%s", async (_what, body, code) => {
    const response = await service.post(`${path}/resource`, { account: flat, ...body });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code, message: expect.any(String) as string },
    ]);
  });

  it("the address of another account, and one that was changed in any place", async () => {
    const [address = ""] = (await addresses()).get("whole") ?? [];
    const f = new URL(address).searchParams.get("f") ?? "";
    const ask = async (account: object, sealed: string) => {
      const response = await service.post(`${path}/resource`, { account, params: { f: sealed } });
      return [response.status, pick(await response.json(), "code")];
    };
    const refused = [400, "invalid_field"];
    expect(await ask({ auth: "none" }, f)).toEqual(refused);
    expect(await ask({ auth: "token", token: "another" }, f)).toEqual(refused);
    for (let index = 0; index < f.length - 1; index += 7) {
      const other = f[index] === "A" ? "B" : "A";
      expect(await ask(flat, f.slice(0, index) + other + f.slice(index + 1))).toEqual(refused);
    }
  });
});

// Last, because the limit of requests holds for the other calls of the account too.
it("asks the platform to try later when the limit of the upstream is reached", async () => {
  const response = await open("busy");
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toMatchObject([
    429,
    "7200",
    { code: "rate_limited", tryLater: true },
  ]);
});
