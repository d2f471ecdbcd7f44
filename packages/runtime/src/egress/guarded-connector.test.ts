import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { Agent, request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { egressRefusal, egressRefused } from "./address-policy.js";
import { Egress } from "./egress.js";
import { type GuardedConnectorOptions, guardedConnector } from "./guarded-connector.js";

let server: Server | undefined;
let agent: Agent | undefined;

afterEach(async () => {
  await agent?.destroy();
  server?.close();
});

function fixture(name: string): string {
  return readFileSync(new URL(`../../test/fixtures/${name}.pem`, import.meta.url), "utf8");
}

/** Listens with a valid or an expired certificate for good.example, and records the name that each client requested. */
async function startTls(certificate: "valid" | "expired", names: unknown[] = []): Promise<number> {
  const tls = createServer({ key: fixture("key"), cert: fixture(certificate) }, (socket: TLSSocket) => {
    names.push(socket.servername);
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
  });
  server = tls.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function get(url: string, certificate?: "valid" | "expired"): Promise<string> {
  const egress = new Egress({ allow: "127.0.0.1/32:*", resolve: () => Promise.resolve(["127.0.0.1"]) });
  const trust = certificate === undefined ? {} : { ca: fixture(certificate) };
  agent = new Agent({ connect: guardedConnector(egress, { tlsTimeout: 50, ...trust }) });
  try {
    const { body } = await request(url, { dispatcher: agent });
    return await body.text();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("guardedConnector()", () => {
  it("dials the judged address and asks for the certificate of the original name", async () => {
    const names: unknown[] = [];
    const port = await startTls("valid", names);
    expect(await get(`https://good.example:${port}/`, "valid")).toBe("hi");
    expect(names).toEqual(["good.example"]);
  });

  it("refuses an expired certificate", async () => {
    const port = await startTls("expired");
    expect(await get(`https://good.example:${port}/`, "expired")).toMatch(/its certificate has expired/);
  });

  it("refuses a certificate of another name", async () => {
    const port = await startTls("valid");
    expect(await get(`https://other.example:${port}/`, "valid")).toMatch(
      /its certificate is for another name/,
    );
  });

  it("refuses a certificate without a trusted authority", async () => {
    const port = await startTls("valid");
    expect(await get(`https://good.example:${port}/`)).toMatch(
      /not signed by an authority that this service trusts/,
    );
  });

  it("connects without TLS where the address says so", async () => {
    server = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await get(`http://good.example:${port}/`)).toBe("hi");
  });

  it("speaks HTTP/1.1 with a server that would prefer HTTP/2", async () => {
    const protocols: unknown[] = [];
    const own = { key: fixture("key"), cert: fixture("valid"), ALPNProtocols: ["h2", "http/1.1"] };
    const tls = createServer(own, (socket: TLSSocket) => {
      protocols.push(socket.alpnProtocol);
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
    });
    server = tls.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect([await get(`https://good.example:${port}/`, "valid"), protocols]).toEqual(["hi", ["http/1.1"]]);
  });

  it("aborts a handshake that stalls", async () => {
    server = createTcpServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await get(`https://good.example:${port}/`)).toMatch(/no response to the TLS handshake/);
  });

  it.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ])("says that the server is not available when it %s the connection of a handshake", async (_, end) => {
    server = createTcpServer((socket) => socket.on("error", () => undefined).once("data", () => end(socket)));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await get(`https://good.example:${port}/`)).toBe(
      'Could not connect to "good.example": the server closed the connection during the TLS handshake. Check the port, or try again later.',
    );
  });

  it.each(["http", "https"])("dials the usual port of %s where the address has none", async (scheme) => {
    const ports: number[] = [];
    const egress = new Egress({ allow: "" });
    egress.dial = async ({ port }) => {
      ports.push(port);
      throw egressRefused();
    };
    agent = new Agent({ connect: guardedConnector(egress) });
    for (const port of ["", ":80", ":443", ":8080"])
      await expect(request(`${scheme}://good.example${port}/`, { dispatcher: agent })).rejects.toThrow(
        egressRefusal,
      );
    expect(ports).toEqual([scheme === "http" ? 80 : 443, 80, 443, 8080]);
  });

  it("trusts the authorities of the egress, unless the client has some of its own", async () => {
    const port = await startTls("valid");
    const read = async (options: GuardedConnectorOptions) => {
      const egress = new Egress({
        allow: "127.0.0.1/32:*",
        resolve: async () => ["127.0.0.1"],
        authorities: [fixture("valid")],
      });
      const client = new Agent({ connect: guardedConnector(egress, options) });
      try {
        const { body } = await request(`https://good.example:${port}/`, { dispatcher: client });
        return await body.text();
      } catch (error) {
        return String(error);
      } finally {
        await client.destroy();
      }
    };
    expect(await read({})).toBe("hi");
    expect(await read({ ca: [fixture("expired"), fixture("valid")] })).toBe("hi");
    for (const ca of [fixture("expired"), [fixture("expired")]])
      expect(await read({ ca })).toMatch(/certificate (is not signed|chain does not lead)/);
  });

  it("presents its certificate to a server that requires one", async () => {
    const own = { key: fixture("key"), cert: fixture("valid") };
    const tls = createServer({ ...own, requestCert: true, ca: own.cert }, (socket: TLSSocket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
    });
    server = tls.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const egress = new Egress({ allow: "127.0.0.1/32:*", resolve: async () => ["127.0.0.1"] });
    agent = new Agent({ connect: guardedConnector(egress, { ca: own.cert, certificate: own }) });
    const { body } = await request(`https://good.example:${port}/`, { dispatcher: agent });
    expect(await body.text()).toBe("hi");
  });

  it("says that the handshake failed where the server does not speak TLS", async () => {
    server = createTcpServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await get(`https://good.example:${port}/`)).toBe(
      'Could not connect to "good.example": the TLS handshake failed.',
    );
  });

  it.each<[string, string, RegExp, (socket: Socket) => void]>([
    ["stalls", "upstream_timeout", /^UND_ERR_CONNECT_TIMEOUT$/, () => undefined],
    ["ends", "upstream_unavailable", /^ECONNRESET$/, (socket) => socket.end()],
    ["is no handshake", "upstream_invalid", /^ERR_SSL_/, (socket) => socket.end("HTTP/1.1 400\r\n\r\n")],
  ])("has the cause of a handshake that %s", async (_what, code, cause, answer) => {
    server = createTcpServer((socket) =>
      socket.on("error", () => undefined).once("data", () => answer(socket)),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const egress = new Egress({ allow: "127.0.0.1/32:*", resolve: async () => ["127.0.0.1"] });
    agent = new Agent({ connect: guardedConnector(egress, { tlsTimeout: 50 }) });
    await expect(request(`https://good.example:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      code,
      cause: { code: expect.stringMatching(cause) as string },
    });
  });

  it("refuses a target that the policy forbids, however it is spelt", async () => {
    expect(await get("http://0x7f.0.0.2/")).toMatch(/with the setting WELLHEAD_ALLOW/);
  });
});
