import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { Agent, request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { Egress } from "./egress.js";
import { guardedConnector } from "./guarded-connector.js";

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

  it("refuses a target that the policy forbids, however it is spelt", async () => {
    expect(await get("http://0x7f.0.0.2/")).toMatch(/with the setting WELLHEAD_ALLOW/);
  });
});
