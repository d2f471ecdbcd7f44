import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { isConnectorError } from "@wellhead/sdk";
import type { Credentials } from "@wellhead/sql";
import { afterEach, expect, test } from "vitest";
import { explainError } from "../errors/explain-error.js";
import { openSocket } from "./open-connection.js";

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Opens an encrypted connection to a server that does something else with the request for it. */
async function failureAt(answer: (socket: Socket) => void): Promise<unknown> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined).once("data", () => answer(socket));
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const credentials: Credentials = {
    host: "127.0.0.1",
    port,
    user: "reader",
    password: "secret",
    database: "shop",
    tls: "require",
  };
  const target = { name: "127.0.0.1", port, addresses: ["127.0.0.1"] };
  try {
    await openSocket({ credentials, target, signal: AbortSignal.timeout(60_000) });
  } catch (error) {
    return explainError(error, {
      action: "Could not connect to the database",
      hasAccountForm: true,
    });
  }
  return undefined;
}

test("a server that closes after the request for encryption is one that cannot be reached, in a sentence", async () => {
  for (const [index, answer] of [
    (socket: Socket) => void socket.destroy(),
    (socket: Socket) => void socket.end(),
    (socket: Socket) => void socket.resetAndDestroy(),
    (socket: Socket) => void socket.end("S"),
  ].entries()) {
    const error = await failureAt(answer);
    expect(isConnectorError(error) && error.code, `${index}: ${String(error)}`).toMatch(
      /^upstream_(?:unavailable|invalid)$/,
    );
    expect(isConnectorError(error) && error.message).toMatch(/^Could not connect to the database: /);
  }
});

test.runIf(process.env["WELLHEAD_LONG"])(
  "a server that is silent after the request for encryption is one that takes too long",
  async () => {
    const error = await failureAt(() => undefined);
    expect(isConnectorError(error) && error.code, String(error)).toBe("upstream_timeout");
  },
);
