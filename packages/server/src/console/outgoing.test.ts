import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Egress } from "@wellhead/runtime";
import { makeCertificate } from "@wellhead/test-support/http/make-certificate";
import { afterEach, expect, test } from "vitest";
import { type OpenedConnector, OpenedConnectors } from "./opened-connectors.js";
import { Outgoing, reasonOf } from "./outgoing.js";

/** Everything at this machine has been opened and confirmed. */
class EverythingOpened extends OpenedConnectors {
  override find({ origin }: URL): OpenedConnector {
    return { base: `${origin}/`, isLocal: true };
  }
}

const outgoing = new Outgoing({
  egress: new Egress({ allow: "" }),
  localEgress: new Egress({ allow: "127.0.0.0/8:*" }),
  opened: new EverythingOpened([]),
  credentials: { headers: {}, origins: new Set() },
});
const request = { method: "GET", headers: {}, signal: new AbortController().signal } as const;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function portOf(server: Server): Promise<number> {
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
