import { getEventListeners, once } from "node:events";
import { createServer, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type DialOptions, Egress, openConnectionCount } from "@wellhead/runtime";
import { makeCertificate } from "@wellhead/test-support/http/make-certificate";
import { openConnections } from "@wellhead/test-support/network/open-connections";
import { afterEach, expect, test } from "vitest";
import { type OpenedConnector, OpenedConnectors } from "./opened-connectors.js";
import { guardedFetch, Outgoing, reasonOf } from "./outgoing.js";

/** Everything at this machine has been opened and confirmed. */
class EverythingOpened extends OpenedConnectors {
  override find({ origin }: URL): OpenedConnector {
    return { base: `${origin}/`, isLocal: true };
  }
}

const options = {
  egress: new Egress({ allow: "" }),
  localEgress: new Egress({ allow: "127.0.0.0/8:*" }),
  opened: new EverythingOpened([]),
  credentials: { headers: {}, origins: new Set<string>() },
};
const outgoing = new Outgoing(options);
const request = { method: "GET", headers: {}, signal: new AbortController().signal } as const;
const servers: TcpServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    if (server instanceof Server) server.closeAllConnections();
  }
});

async function portOf(server: TcpServer): Promise<number> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  // `address()` returns an object of this type for a server that listens on a port.
  return (server.address() as AddressInfo).port;
}

test("`Outgoing.send()` uses the one connection that the egress guard has opened", async () => {
  const server = createServer((_request, response) => response.end("reached"));
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const answer = await outgoing.send(new URL(`http://127.0.0.1:${await portOf(server)}/`), request);
  expect(await text(answer)).toBe("reached");
  expect(connections).toBe(1);
});

test("`Outgoing.send()` rejects when TLS fails, with a reason, and raises no fault elsewhere", async () => {
  const certificate = makeCertificate({ name: "stranger", address: [127, 0, 0, 1] });
  const secure = await portOf(createSecureServer(certificate, (_request, response) => response.end("no")));
  const plain = await portOf(createServer((_request, response) => response.end("no")));
  const reasons: string[] = [];
  for (const port of [secure, plain]) {
    const fault: unknown = await outgoing
      .send(new URL(`https://127.0.0.1:${port}/`), request)
      .catch((error: unknown) => error);
    reasons.push(reasonOf(fault));
  }
  expect(reasons).toEqual([expect.stringContaining("certificate"), "it does not speak TLS there"]);
});

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

test.each([
  ["http", "", "before it responds", "no response in 0.2 s"],
  ["https", "", "in the TLS handshake", "no response in 0.2 s"],
  ["http", "HTTP/1.1 200 OK\r\nx-a: b", "in the head", "no response in 0.2 s"],
  ["http", chunked, "before the body", "the connection was closed before a response came"],
  ["http", `${chunked}4\r\nrows\r\n`, "in the body", "the connection was closed before a response came"],
])(
  "`Outgoing.send()` leaves no connection to an %s server that sends %j and is silent %s",
  async (scheme, sent, _, reason) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.write(sent);
    });
    const port = await portOf(server);
    // Other tests of this process may have left connections that wait for a next request.
    const before = openConnectionCount();
    const fault: unknown = await new Outgoing({ ...options, idleTimeoutMs: 200 })
      .send(new URL(`${scheme}://127.0.0.1:${port}/`), request)
      .then(text)
      .catch((error: unknown) => error);
    expect(reasonOf(fault)).toBe(reason);
    await expect.poll(() => openConnections(port)).toBe(0);
    await expect.poll(openConnectionCount).toBeLessThanOrEqual(before);
  },
);

test("`Outgoing.send()` leaves no connection when the body is not read", async () => {
  const port = await portOf(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.write(`${chunked}ffffff\r\n${"x".repeat(0xff_ffff)}`);
    }),
  );
  const before = openConnectionCount();
  const answer = await new Outgoing({ ...options, idleTimeoutMs: 200 }).send(
    new URL(`http://127.0.0.1:${port}/`),
    request,
  );
  answer.on("error", () => undefined);
  expect(openConnections(port)).toBe(1);
  await expect.poll(() => openConnections(port)).toBe(0);
  await expect.poll(openConnectionCount).toBeLessThanOrEqual(before);
});

test("`Outgoing.send()` names the host in a TLS handshake, unless it is an address", async () => {
  const certificate = makeCertificate({ name: "own", address: [127, 0, 0, 1] });
  const names: unknown[] = [];
  const server = createSecureServer(certificate, ({ socket }, response) => {
    // A server of HTTPS has sockets of TLS.
    names.push((socket as TLSSocket).servername);
    response.end();
  });
  const port = await portOf(server);
  const localEgress = new Egress({ allow: "127.0.0.0/8:*", resolve: async () => ["127.0.0.1"] });
  const own = new Outgoing({ ...options, localEgress });
  for (const host of ["api.example", "127.0.0.1"])
    (await own.send(new URL(`https://${host}:${port}/`), { ...request, isOwn: true })).resume();
  expect(names).toEqual(["api.example", false]);
});

test("`guardedFetch()` returns status, headers and the body as it was before compression", async () => {
  const seen: unknown[] = [];
  const server = createServer(({ url, method, headers }, response) => {
    seen.push([method, headers["accept-encoding"], headers["x-a"]]);
    const bodies = { "/gzip": gzipSync("rows"), "/br": brotliCompressSync("rows") };
    if (url === "/gzip" || url === "/br")
      response.writeHead(201, { "content-encoding": url.slice(1), "x-b": ["1", "2"] }).end(bodies[url]);
    else response.writeHead(Number(url?.slice(1)), { "x-b": "3", "content-encoding": "other" }).end();
  });
  const base = `http://127.0.0.1:${await portOf(server)}`;
  const send = guardedFetch(outgoing, () => false);
  const init = { headers: { "accept-encoding": "identity", "x-a": "4" } };
  for (const coding of ["gzip", "br"]) {
    const answer = await send(`${base}/${coding}`, { ...init, method: "POST" });
    expect([answer.status, answer.headers.get("content-encoding"), answer.headers.get("x-b")]).toEqual([
      201,
      null,
      "1, 2",
    ]);
    expect(await answer.text()).toBe("rows");
  }
  for (const status of [204, 304, 404]) {
    const answer = await send(new Request(`${base}/${status}`), init);
    expect([answer.status, answer.headers.get("x-b"), await answer.text()]).toEqual([status, "3", ""]);
    expect(answer.headers.get("content-encoding")).toBe("other");
  }
  const [posted, got] = ["POST", "GET"].map((method) => [method, "gzip, br", "4"]);
  expect(seen).toEqual([posted, posted, got, got, got]);
});

test("`guardedFetch()` sends a text with its length, and a request without one", async () => {
  const seen: unknown[] = [];
  const server = createServer((incoming, response) => {
    const { "content-length": length, "transfer-encoding": coding } = incoming.headers;
    void text(incoming).then((body) => {
      seen.push([incoming.method, body, length, coding]);
      response.end();
    });
  });
  const address = `http://127.0.0.1:${await portOf(server)}/`;
  const send = guardedFetch(outgoing, () => false);
  for (const init of [{ method: "POST", body: "Ünicode" }, { method: "POST", body: "" }, {}])
    expect((await send(address, init)).status).toBe(200);
  expect(seen).toEqual([
    ["POST", "Ünicode", "8", undefined],
    ["POST", "", "0", undefined],
    ["GET", "", undefined, undefined],
  ]);
});

test("`guardedFetch()` ends a request that is aborted, before and after it was sent", async () => {
  const server = createServer(() => undefined);
  const address = `http://127.0.0.1:${await portOf(server)}/`;
  const send = guardedFetch(outgoing, () => false);
  await expect(send(address, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  const ended = new AbortController();
  server.once("request", () => ended.abort());
  await expect(send(address, { signal: ended.signal })).rejects.toThrow("socket hang up");
});

test("`Outgoing.send()` dials the port of the address, or the usual one of its scheme", async () => {
  const dialed: unknown[] = [];
  class Recording extends Egress {
    override dial({ host, port }: DialOptions): ReturnType<Egress["dial"]> {
      dialed.push([host, port]);
      return Promise.reject(new Error("planted"));
    }
  }
  const own = new Outgoing({ ...options, localEgress: new Recording({}) });
  for (const address of ["http://a.example", "https://a.example", "https://a.example:81", "http://[::1]:80"])
    await expect(own.send(new URL(address), request)).rejects.toThrow("planted");
  expect(dialed).toEqual([
    ["a.example", 80],
    ["a.example", 443],
    ["a.example", 81],
    ["::1", 80],
  ]);
});

test("`Outgoing.send()` sends nothing once it is aborted, and leaves no listener at the signal", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("reached");
  });
  const url = new URL(`http://127.0.0.1:${await portOf(server)}/`);
  const page = new AbortController();
  expect(await text(await outgoing.send(url, { ...request, signal: page.signal }))).toBe("reached");
  await expect.poll(() => getEventListeners(page.signal, "abort"), { interval: 5 }).toEqual([]);
  class Aborting extends Egress {
    override async dial(target: DialOptions): ReturnType<Egress["dial"]> {
      const socket = await super.dial(target);
      page.abort();
      return socket;
    }
  }
  const own = new Outgoing({ ...options, localEgress: new Aborting({ allow: "127.0.0.0/8:*" }) });
  await expect(own.send(url, { ...request, signal: page.signal })).rejects.toThrow("socket hang up");
  expect(requests).toBe(1);
});

test.each([
  [new Error("one reason"), "one reason"],
  [Object.assign(new Error("another"), { code: "ECONNREFUSED" }), "nothing listens there"],
  [Object.assign(new Error("another"), { code: "EOTHER" }), "another"],
  [{ code: "ECONNREFUSED" }, "the connection failed"],
  ["text", "the connection failed"],
  [undefined, "the connection failed"],
])("`reasonOf()` of %s is %j", (fault, reason) => {
  expect(reasonOf(fault)).toBe(reason);
});
