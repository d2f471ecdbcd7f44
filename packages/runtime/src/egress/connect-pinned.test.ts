import { Buffer } from "node:buffer";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isConnectorError } from "@wellhead/sdk";
import { expect, it, onTestFinished, vi } from "vitest";
import { isEgressRefused, type PinnedTarget } from "./address-policy.js";
import { connectPinned } from "./connect-pinned.js";
import { openConnectionCount } from "./open-connections.js";

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

/** Listens and then blocks, so that the system queues two connections and drops the first packet of every further one. */
const blocking = `
const { createServer } = require("node:net");
const { parentPort } = require("node:worker_threads");
const server = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** Starts a server to which a connection stays without an answer. */
async function startSilent(): Promise<PinnedTarget> {
  const server = new Worker(blocking, { eval: true });
  // The worker sends the port of its server.
  const [port] = (await once(server, "message")) as [number];
  const queued = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, "connect")));
  onTestFinished(async () => {
    for (const socket of queued) socket.destroy();
    await server.terminate();
  });
  return { name: "silent.example", port, addresses: ["127.0.0.1"] };
}

it("`connectPinned()` gives up a server that does not answer, and leaves no connection", async () => {
  const target = await startSilent();
  const before = openConnectionCount();
  await expect(connectPinned(target, { timeout: 20 })).rejects.toMatchObject({
    code: "upstream_timeout",
    message: expect.stringContaining('"silent.example": no response within 20 ms') as string,
  });
  await expect.poll(() => openConnectionCount()).toBe(before);
});

it("`connectPinned()` ends with the reason of its signal, before and while it connects", async () => {
  const target = await startSilent();
  const before = openConnectionCount();
  const gone = new Error("gone");
  const early = connectPinned(target, { timeout: 60_000, signal: AbortSignal.abort(gone) });
  await expect(early).rejects.toBe(gone);
  await expect.poll(() => openConnectionCount()).toBe(before);
  const control = new AbortController();
  const connecting = connectPinned(target, { timeout: 60_000, signal: control.signal });
  expect(openConnectionCount()).toBe(before + 1);
  control.abort(gone);
  await expect(connecting).rejects.toBe(gone);
  await expect.poll(() => openConnectionCount()).toBe(before);
});

it("`connectPinned()` hands over a socket that neither its timeout nor its signal ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    vi.useRealTimers();
    server.close();
  });
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const control = new AbortController();
  const before = openConnectionCount();
  const target = { name: "api.example", port, addresses: ["127.0.0.1"] };
  const socket = await connectPinned(target, { timeout: 1000, signal: control.signal });
  expect(vi.getTimerCount()).toBe(0);
  control.abort();
  expect([socket.destroyed, socket.listenerCount("error"), openConnectionCount()]).toEqual([
    false,
    0,
    before + 1,
  ]);
  socket.destroy();
  await once(socket, "close");
  expect(openConnectionCount()).toBe(before);
});

it("`connectPinned()` says whether nothing listens or nothing can be reached", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  for (const [address, state] of [
    ["127.0.0.1", `nothing listens on port ${port}`],
    // The system has no route for connections to all machines.
    ["255.255.255.255", "it cannot be reached"],
  ] as const)
    await expect(
      connectPinned({ name: "api.example", port, addresses: [address] }, { timeout: 60_000 }),
    ).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: `Could not connect to "api.example": ${state}. Check the host name and the port.`,
      cause: { code: expect.stringMatching(/^E[A-Z]+$/) as string },
    });
});

it("`connectPinned()` says that a system that gave up got no response", async () => {
  const target = await startSilent();
  const cause = Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT" });
  // The system gives up after minutes.
  const giveUp = (message: unknown) => {
    if (
      typeof message === "object" &&
      message !== null &&
      "socket" in message &&
      message.socket instanceof Socket
    )
      message.socket.destroy(cause);
  };
  subscribe("net.client.socket", giveUp);
  const connecting = connectPinned(target, { timeout: 60_000 });
  unsubscribe("net.client.socket", giveUp);
  await expect(connecting).rejects.toMatchObject({
    code: "upstream_timeout",
    message: 'Could not connect to "silent.example": no response. Check the host name and the port.',
    cause,
  });
});

it("`connectPinned()` tries each checked address, of either version", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const target = { name: "api.example", port, addresses: ["::1", "127.0.0.2", "127.0.0.1"] };
  const socket = await connectPinned(target, { timeout: 60_000 });
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});

/** Connects to a server of this process; `write` returns once the connection has had time to read what was written. */
async function receivePieces(onPiece: (piece: Buffer, socket: Socket) => void = () => undefined) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = createServer().listen(0, "127.0.0.1");
  const accepted = once(server, "connection");
  await once(server, "listening");
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const opened: { socket?: Socket } = {};
  const pieces: Buffer[] = [];
  const receive = (bytes: Buffer) => {
    pieces.push(Buffer.from(bytes));
    if (opened.socket !== undefined) onPiece(bytes, opened.socket);
  };
  const target = { name: "db.example", port, addresses: ["127.0.0.1"] };
  opened.socket = await connectPinned(target, { timeout: 5000, receive });
  opened.socket.resume();
  // The server emits sockets.
  const [far] = (await accepted) as [Socket];
  // The connection is reset where it ends with unread bytes.
  far.on("error", () => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    opened.socket?.destroy();
    server.close();
  });
  const write = async (bytes: Buffer) => {
    await new Promise<void>((resolve) => {
      far.write(bytes, () => resolve());
    });
    for (let count = 0; count < 20; count += 1) await turn();
  };
  return { socket: opened.socket, pieces, write };
}

const piece = (size: number, letter: string) => Buffer.alloc(size, letter);

it("`connectPinned()` collects the pieces of a stream for a millisecond, and loses none", async () => {
  const { pieces, write } = await receivePieces();
  await write(piece(8192, "a"));
  for (const letter of "bcd") await write(piece(8192, letter));
  expect(pieces.map(({ length }) => length)).toEqual([8192]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => pieces.length).toBe(2);
  const sent = Buffer.concat(Array.from("abcd", (letter) => piece(8192, letter)));
  expect(Buffer.concat(pieces).equals(sent)).toBe(true);
});

it("`connectPinned()` reads short answers without delay", async () => {
  const { pieces, write } = await receivePieces();
  for (const size of [1, 4095, 1]) await write(piece(size, "a"));
  await expect.poll(() => pieces.length).toBe(3);
  // A longer one may be the start of a stream.
  await write(piece(4096, "b"));
  await write(piece(1, "c"));
  expect(pieces).toHaveLength(4);
});

it("`connectPinned()` reads on without delay where much is waiting", async () => {
  const { pieces, write } = await receivePieces();
  await write(piece(8192, "a"));
  await write(piece(300 * 1024, "b"));
  expect(pieces).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  // Polling would advance the timers.
  for (let count = 0; count < 2000 && pieces.length < 3; count += 1) await turn();
  expect(pieces.length).toBeGreaterThan(2);
});

it("`connectPinned()` hands over a socket that emits what it receives, unless something else receives it", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).end("hello")).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const target = { name: "api.example", port, addresses: ["127.0.0.1"] };
  const socket = await connectPinned(target, { timeout: 60_000 });
  expect(await text(socket)).toBe("hello");
});

it("`connectPinned()` does not resume a socket that its reader has paused", async () => {
  const { socket, pieces, write } = await receivePieces((_, opened) => void opened.pause());
  await write(piece(8192, "a"));
  await write(piece(8192, "b"));
  await vi.advanceTimersByTimeAsync(1);
  for (let count = 0; count < 20; count += 1) await turn();
  expect(pieces).toHaveLength(1);
  socket.resume();
  await expect.poll(() => pieces.length).toBe(2);
});
