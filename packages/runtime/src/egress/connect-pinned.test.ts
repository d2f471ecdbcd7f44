import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { isConnectorError } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { connectPinned, type PinnedTarget } from "./connect-pinned.js";
import { isEgressRefused } from "./egress-refused.js";

it("`connectPinned()` refuses a far end that is not the address that was checked", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const target = { name: "api.example", port };
  const checked = await connectPinned({ ...target, addresses: ["127.0.0.1"] }, { timeout: 5000 });
  checked.destroy();
  // The operating system routes this address to its own loopback address.
  const refused = connectPinned({ ...target, addresses: ["0.0.0.0"] }, { timeout: 5000 });
  await expect(refused).rejects.toSatisfy(isEgressRefused);
  server.close();
});

/** Resets each connection in another thread, which may be before this one reads the remote address. */
const resetting = `
const { createServer } = require("node:net");
const { parentPort } = require("node:worker_threads");
const server = createServer((socket) => socket.on("error", () => {}).resetAndDestroy());
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`;

it("`connectPinned()` never takes a server that resets connections for an address that is not allowed", async () => {
  const server = new Worker(resetting, { eval: true });
  // The worker sends the port of its server.
  const [port] = (await once(server, "message")) as [number];
  const target = { name: "api.example", port, addresses: ["127.0.0.1"] };
  const endings = new Set<string>();
  // Few connections are reset before their remote address is read.
  for (let attempt = 0; attempt < 1000; attempt += 1) endings.add(await endingOf(target));
  endings.delete("connected");
  endings.delete("upstream_unavailable");
  expect([...endings]).toEqual([]);
  await server.terminate();
});

async function endingOf(target: PinnedTarget): Promise<string> {
  try {
    const socket = await connectPinned(target, { timeout: 60_000 });
    socket.on("error", () => socket.destroy()).destroy();
    return "connected";
  } catch (error) {
    return isConnectorError(error) ? error.code : "fault";
  }
}
